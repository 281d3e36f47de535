/**
 * Buttons of the site that check certificates in the reader's browser, with the independent checker in a web worker.
 *
 * `offerCheck` adds a button after an element with a certificate, `offerFiles` adds a place for the reader's own files.
 */
import { Cancelled, Python } from "./python.js";

const python = new Python();
const MEGABYTE = 1e6;
/** The meaning of the exit codes of the checker. @type {Record<number, {kind: string, words: string}>} */
const VERDICTS = {
  0: { kind: "good", words: "Verified" },
  1: { kind: "bad", words: "Rejected" },
  2: { kind: "bad", words: "Not a certificate" },
  3: { kind: "open", words: "Undecided" },
};

/**
 * Creates an element with attributes and children.
 * @param {string} tag
 * @param {Record<string, string>} attributes
 * @param {...(Node | string)} children
 */
function make(tag, attributes, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** Returns the bytes of a certificate; a compressed certificate ends in .gz. @param {Response} response @param {string} name */
async function unpack(response, name) {
  const isPacked = name.endsWith(".gz") && response.body;
  const plain = isPacked ? new Response(response.body.pipeThrough(new DecompressionStream("gzip"))) : response;
  return new Uint8Array(await plain.arrayBuffer());
}

/** @param {URL} address */
async function fetchCertificate(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`the certificate ${address.pathname} was not found`);
  return unpack(response, address.pathname);
}

/** The elements that show a check: progress with Cancel, then the verdict and the output of the checker. */
function checkPanel() {
  const text = make("span", {});
  const bar = /** @type {HTMLProgressElement} */ (make("progress", { max: "1", "aria-label": "Progress" }));
  const cancel = make("button", { type: "button", class: "md-button check-button" }, "Cancel");
  const progress = make("p", { class: "check-progress", hidden: "" }, bar, text, cancel);
  const result = make("div", { class: "check-result", role: "status", "aria-live": "polite" });
  return { panel: make("div", { class: "check" }, progress, result), text, bar, cancel, progress, result };
}

/**
 * Runs a check and shows it in a panel.
 * @param {ReturnType<typeof checkPanel>} view
 * @param {string} name
 * @param {() => Promise<Uint8Array>} read
 */
async function runCheck({ text, bar, cancel, progress, result }, name, read) {
  const started = performance.now();
  const seconds = () => ((performance.now() - started) / 1000).toFixed(1);
  let step = "Loading Python";
  const show = () => {
    text.textContent = `${step} · ${Math.floor((performance.now() - started) / 1000)} s`;
  };
  const timer = setInterval(show, 1000);
  const stop = () => python.stop();
  cancel.addEventListener("click", stop);
  result.replaceChildren();
  bar.removeAttribute("value");
  progress.hidden = false;
  show();
  try {
    const certificate = await read();
    let begun = 0;
    const { code, text: output } = await python.ask({ kind: "check", certificate }, (now) => {
      step = now.text;
      if (now.text === "Checking") begun = performance.now();
      if (now.fraction === null) bar.removeAttribute("value");
      else bar.value = now.fraction;
      show();
    });
    const verdict = VERDICTS[code] ?? { kind: "open", words: `Exit code ${code}` };
    const checked = ((performance.now() - begun) / 1000).toFixed(1);
    result.replaceChildren(
      make("p", {}, make("strong", { class: `check-verdict ${verdict.kind}` }, verdict.words), ` · ${name}: checked in this browser in ${checked} s. The output of the checker:`),
      make("pre", { class: "check-output", tabindex: "0" }, make("code", {}, output.trim())),
    );
  } catch (error) {
    const words = error instanceof Cancelled ? `Cancelled after ${seconds()} s.` : `The check could not run: ${error instanceof Error ? error.message : error}.`;
    result.replaceChildren(make("p", {}, words));
  } finally {
    clearInterval(timer);
    cancel.removeEventListener("click", stop);
    progress.hidden = true;
  }
}

/** The sentence that says what a button does. @param {number} bytes */
const explanation = (bytes) =>
  `Downloads Python from this site (${(bytes / MEGABYTE).toFixed(0)} MB, once) and runs the independent checker in your browser. Nothing is sent anywhere.`;

/** Returns the number of bytes that a check downloads. */
async function downloadSize() {
  const response = await fetch(new URL("../../build.json", import.meta.url));
  /** @type {{sizes: Record<string, number>}} */
  const { sizes } = await response.json();
  return Object.entries(sizes).reduce((sum, [name, size]) => sum + (/^pyodide\/|^sprague-checker/.test(name) ? size : 0), 0);
}

/**
 * Adds the button *Check it here* after an element whose attribute `data-certificate` is the address of a certificate.
 * @param {HTMLElement} element
 */
export function offerCheck(element) {
  const address = new URL(element.dataset["certificate"] ?? "", document.baseURI);
  const name = address.pathname.split("/").at(-1) ?? "";
  const view = checkPanel();
  const button = /** @type {HTMLButtonElement} */ (make("button", { type: "button", class: "md-button check-button" }, "Check it here"));
  const note = make("small", {});
  button.addEventListener("click", async () => {
    button.disabled = true;
    await runCheck(view, name, () => fetchCertificate(address));
    button.disabled = false;
    button.textContent = "Check it again";
  });
  view.panel.prepend(make("p", { class: "check-start" }, button, note));
  const block = element.closest("p, li, table, div") ?? element;
  block.after(view.panel);
  void downloadSize().then((bytes) => (note.textContent = explanation(bytes)));
}

/**
 * Adds a place for files: a file is chosen or dropped, and checked at once.
 * @param {HTMLElement} element
 */
export function offerFiles(element) {
  const view = checkPanel();
  const input = /** @type {HTMLInputElement} */ (make("input", { type: "file", accept: ".json,.gz,application/json", multiple: "", id: "certificate-file" }));
  const note = make("small", {});
  const area = make("div", { class: "check-drop" }, make("label", { for: "certificate-file" }, make("strong", {}, "Choose certificates"), " or drop the files here"), input, note);
  const list = make("div", { class: "check-list" });

  /** @param {FileList | null | undefined} files */
  const checkAll = async (files) => {
    input.disabled = true;
    list.replaceChildren();
    for (const file of files ?? []) {
      await runCheck(view, file.name, () => unpack(new Response(file), file.name));
      list.append(...view.result.childNodes);
      if (list.textContent?.includes("Cancelled after")) break;
    }
    input.disabled = false;
    input.value = "";
  };
  input.addEventListener("change", () => void checkAll(input.files));
  area.addEventListener("dragover", (event) => {
    event.preventDefault();
    area.classList.add("over");
  });
  area.addEventListener("dragleave", () => area.classList.remove("over"));
  area.addEventListener("drop", (event) => {
    event.preventDefault();
    area.classList.remove("over");
    void checkAll(event.dataTransfer?.files);
  });
  list.setAttribute("role", "status");
  element.replaceChildren(area, view.panel, list);
  void downloadSize().then((bytes) => (note.textContent = explanation(bytes)));
}
