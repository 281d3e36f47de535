/**
 * The web worker of the playground. It loads Python when the first request arrives, and answers one request at a time.
 *
 * A request is `{kind: "check", certificate}` or `{kind: "respond", path, fields}`. The worker sends `progress` messages,
 * then a `result` or a `failure`. The page cancels a request by ending the worker.
 */
import { checkCertificate, respond, startChecker, startLibrary } from "./python_runtime.js";

const HOME = new URL("../../", import.meta.url);
const MEGABYTE = 1e6;

/** @typedef {{pyodide: string, wheels: string[], sizes: Record<string, number>}} Build */

let loaded = 0; // bytes that were downloaded so far
let wanted = 0; // bytes of all files that are being downloaded
const fetchPlain = self.fetch.bind(self);

/** @param {Record<string, unknown>} message */
const send = (message) => self.postMessage(message);

/** Downloads a file and reports the number of bytes; Pyodide downloads its own files by this function, too. */
self.fetch = async (input, options) => {
  const response = await fetchPlain(input, options);
  if (!response.ok || !response.body) return response;
  const counter = new TransformStream({
    transform(chunk, controller) {
      loaded += chunk.byteLength;
      send({ kind: "progress", text: `Loading Python: ${megabytes(loaded)} of ${megabytes(Math.max(wanted, loaded))} MB`, fraction: Math.min(1, loaded / wanted) });
      controller.enqueue(chunk);
    },
  });
  return new Response(response.body.pipeThrough(counter), { status: response.status, headers: response.headers });
};

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / MEGABYTE).toFixed(1);

/** @param {string} path @returns {Promise<Uint8Array>} */
async function download(path) {
  const response = await fetch(new URL(path, HOME));
  if (!response.ok) throw new Error(`the file ${path} of the site was not found`);
  return new Uint8Array(await response.arrayBuffer());
}

/** @type {Promise<Build> | null} */
let build = null;
/** @returns {Promise<Build>} */
const readBuild = () => (build ??= fetchPlain(new URL("build.json", HOME)).then((response) => response.json()));

/** @type {Promise<any> | null} */
let interpreter = null;
const startPython = () => (interpreter ??= loadPython());

async function loadPython() {
  const { sizes } = await readBuild();
  // Modules are imported, not fetched, so that their bytes are not counted.
  for (const name of ["pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]) wanted += sizes[`pyodide/${name}`] ?? 0;
  const { loadPyodide } = await import(new URL("pyodide/pyodide.mjs", HOME).href);
  return loadPyodide({ indexURL: new URL("pyodide/", HOME).href });
}

/** @type {Promise<void> | null} */
let checker = null;
const readyChecker = () => (checker ??= loadChecker());

async function loadChecker() {
  const { sizes } = await readBuild();
  wanted += sizes["sprague-checker.pyz"] ?? 0;
  const [python, archive] = await Promise.all([startPython(), download("sprague-checker.pyz")]);
  send({ kind: "progress", text: "Starting the checker", fraction: null });
  startChecker(python, archive);
}

/** @type {Promise<void> | null} */
let library = null;
const readyLibrary = () => (library ??= loadLibrary());

async function loadLibrary() {
  const { sizes, wheels } = await readBuild();
  for (const name of [...wheels, "sprague.zip"]) wanted += sizes[name] ?? 0;
  const [python, archive] = await Promise.all([startPython(), download("sprague.zip")]);
  const addresses = wheels.map((name) => new URL(name, HOME).href);
  await python.loadPackage(addresses, { messageCallback: () => undefined });
  send({ kind: "progress", text: "Starting Sprague", fraction: null });
  startLibrary(python, archive);
}

/** @param {any} request */
async function answer(request) {
  if (request.kind === "check") {
    await readyChecker();
    send({ kind: "progress", text: "Checking", fraction: null });
    return checkCertificate(await startPython(), request.certificate);
  }
  await readyLibrary();
  return request.kind === "start" ? null : respond(await startPython(), request.path, request.fields);
}

self.addEventListener("message", async ({ data }) => {
  try {
    send({ kind: "result", value: await answer(data) });
  } catch (error) {
    send({ kind: "failure", text: error instanceof Error ? error.message : String(error) });
  }
});
