/** The card that starts Python: it says what is downloaded, and shows the progress with Cancel. */
import { html, useEffect, useState } from "../../vendor/preact.js";
import { readSetting, writeSetting } from "../settings.js";
import { Cancelled } from "./python.js";
import { python } from "./worker_back_end.js";

/** The setting that remembers that the reader has started Python before; then pages start it at once. */
const STARTED = "sprague-python-started";
const MEGABYTE = 1e6;

/** @param {{onStart: () => void}} properties */
export function StartCard({ onStart }) {
  const [size, setSize] = useState("");
  const [progress, setProgress] = useState(/** @type {import("./python.js").Progress | null} */ (null));
  const [problem, setProblem] = useState("");

  const start = async () => {
    setProblem("");
    setProgress({ text: "Loading Python", fraction: 0 });
    try {
      await python.ask({ kind: "start" }, setProgress);
      writeSetting(STARTED, "1");
      onStart();
    } catch (error) {
      writeSetting(STARTED, null);
      setProblem(error instanceof Cancelled ? "Cancelled." : `Python could not be started: ${error instanceof Error ? error.message : error}`);
      setProgress(null);
    }
  };
  useEffect(() => {
    void readSize().then(setSize, () => undefined);
    if (readSetting(STARTED)) void start();
  }, []);

  return html`<section class="card stack start-card" aria-label="Start">
    <h1>Try it here</h1>
    <p>Write the rule of a pile game, read it in English, list the moves of a position, solve it, and play against the computer. Nothing is installed.</p>
    <p class="soft">This page downloads Python${size && ` (${size} MB, once)`} and Sprague from this site and runs them in your browser. Nothing is sent anywhere.</p>
    ${progress
      ? html`<p class="row"><progress max="1" value=${progress.fraction ?? undefined} aria-label="Progress"></progress><span role="status">${progress.text}</span>
          <button class="button" type="button" onClick=${() => python.stop()}>Cancel</button></p>`
      : html`<p class="row"><button class="button primary large" type="button" onClick=${start}>Start Python</button></p>`}
    ${problem && html`<p class="notice" role="alert">${problem}</p>`}
  </section>`;
}

/** Returns the size of all downloads in megabytes. */
async function readSize() {
  const response = await fetch(new URL("../../build.json", import.meta.url));
  /** @type {{sizes: Record<string, number>}} */
  const { sizes } = await response.json();
  const bytes = Object.entries(sizes).reduce((sum, [name, size]) => sum + (name === "sprague-checker.pyz" ? 0 : size), 0);
  return (bytes / MEGABYTE).toFixed(0);
}
