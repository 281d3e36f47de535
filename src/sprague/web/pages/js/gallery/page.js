/** The entry point of the gallery, the start page. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { Gallery } from "./gallery.js";

show("gallery", html`<${Gallery} />`);
