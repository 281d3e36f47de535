/** The page itself. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";

show("gallery", html`<h1>gallery</h1>`);
