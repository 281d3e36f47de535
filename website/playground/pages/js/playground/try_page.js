/** The page *Try it here* of the static site: the editor of rules, or the board if the address names a game or a match. */
import { html, useEffect, useLayoutEffect, useState } from "../../vendor/preact.js";
import { setBackEnd } from "../api.js";
import { Board } from "../board/board.js";
import { show } from "../shell.js";
import { RulePage } from "./rule_page.js";
import { StartCard } from "./start_card.js";
import { WORKER } from "./worker_back_end.js";

setBackEnd(WORKER);

/** The view that the address belongs to. @returns {"board" | "rule"} */
const viewAt = () => (/[?&#](game|match)=/.test(location.search + location.hash) ? "board" : "rule");

/** Applies the styles of a view, and marks its link in the navigation. @param {"board" | "rule"} view */
function enter(view) {
  for (const sheet of /** @type {NodeListOf<HTMLLinkElement>} */ (document.querySelectorAll("link[data-view]"))) sheet.media = sheet.dataset["view"] === view ? "all" : "not all";
  const here = view === "board" ? "try.html?game=nim" : "try.html";
  for (const link of document.querySelectorAll(".navigation a")) {
    if (link.getAttribute("href") === here) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

function TryPage() {
  const [isReady, setReady] = useState(false);
  const [address, setAddress] = useState(location.href);
  useEffect(() => {
    const arrive = () => setAddress(location.href);
    // A link to this page changes the view and keeps Python running.
    const follow = (/** @type {MouseEvent} */ event) => {
      const link = event.target instanceof Element ? event.target.closest("a") : null;
      if (!link || link.pathname !== location.pathname || link.hash || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      history.pushState(null, "", link.href);
      scrollTo(0, 0);
      arrive();
    };
    addEventListener("popstate", arrive);
    document.addEventListener("click", follow);
    return () => {
      removeEventListener("popstate", arrive);
      document.removeEventListener("click", follow);
    };
  }, []);
  const view = viewAt();
  useLayoutEffect(() => enter(view), [view, isReady]);
  if (!isReady) return html`<${StartCard} onStart=${() => setReady(true)} />`;
  return view === "board" ? html`<${Board} key=${address} />` : html`<${RulePage} key=${address} />`;
}

show("try", html`<${TryPage} />`);
