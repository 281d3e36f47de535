/** The entry point of the board page. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { Board } from "./board.js";

show("board", html`<${Board} />`);
