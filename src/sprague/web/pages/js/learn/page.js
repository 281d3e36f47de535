/** The page with the lessons. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { Learn } from "./learn.js";

show("learn", html`<${Learn} />`);
