/** The board's page. */
import { html } from "../../vendor/preact.js";
import { show } from "../shell.js";
import { Board } from "./board.js";

show("board", html`<${Board} />`);
