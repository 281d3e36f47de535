/** The page itself. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";

show("board", html`<h1>board</h1>`);
