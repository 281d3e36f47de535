// Runs the playground in Pyodide under Node: node pyodide_runner.mjs PYODIDE RUNTIME CHECKER LIBRARY REQUESTS WHEEL…
// REQUESTS is a JSON file with the paths of certificates and a list of requests; the answers are printed as JSON.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [folder, runtime, checker, library, file, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${folder}/pyodide.mjs`));
const { checkCertificate, respond, startChecker, startLibrary } = await import(pathToFileURL(runtime));
const read = (path) => new Uint8Array(readFileSync(path));
const { certificates, requests } = JSON.parse(readFileSync(file, "utf8"));

const python = await loadPyodide({ indexURL: `${folder}/` });
startChecker(python, read(checker));
const checked = certificates.map((path) => checkCertificate(python, read(path)));
await python.loadPackage(wheels, { messageCallback: () => undefined });
startLibrary(python, read(library));
const answers = requests.map(([path, fields]) => respond(python, path, fields));
console.log(JSON.stringify({ checked, answers }));
