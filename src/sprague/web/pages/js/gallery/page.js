/** The gallery's page, the first of the laboratory. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { Gallery } from "./gallery.js";

show("gallery", html`<${Gallery} />`);
