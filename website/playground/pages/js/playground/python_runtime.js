/**
 * Python code that the worker runs in Pyodide: the independent checker, and the answers of the web API.
 *
 * This module needs no browser, so that the tests run it under Node, too.
 */

/** @typedef {any} Pyodide  the interpreter that `loadPyodide` returns */

const CHECKER = "/sprague-checker.pyz";
const CERTIFICATE = "/certificate.json";
const LIBRARY = "/sprague";
/** Seconds after which the checker gives up; the reader can cancel earlier. */
const SECONDS = 3600;

/** The checker as it is on the command line; its output is returned instead of printed. */
const START_CHECKER = `
import sys
from contextlib import redirect_stdout
from io import StringIO

sys.path.insert(0, "${CHECKER}")
from sprague_checker.__main__ import main

def check_certificate():
    with redirect_stdout(StringIO()) as printed:
        code = main(["--seconds", "${SECONDS}", "${CERTIFICATE}"])
    return code, printed.getvalue()
`;

const START_LIBRARY = `
import json
import sys

sys.path.insert(0, "${LIBRARY}")
from sprague.web.playground import respond

def respond_json(path, fields):
    status, body = respond(path, json.loads(fields))
    return status, body.decode()
`;

/**
 * Loads the independent checker.
 * @param {Pyodide} python
 * @param {Uint8Array} archive the file sprague-checker.pyz
 */
export function startChecker(python, archive) {
  python.FS.writeFile(CHECKER, archive);
  python.runPython(START_CHECKER);
}

/**
 * Checks a certificate; returns the exit code of the checker and its output.
 * @param {Pyodide} python
 * @param {Uint8Array} certificate
 * @returns {{code: number, text: string}}
 */
export function checkCertificate(python, certificate) {
  python.FS.writeFile(CERTIFICATE, certificate);
  const [code, text] = call(python, "check_certificate");
  return { code, text };
}

/**
 * Loads the library; the packages that it needs must be loaded already.
 * @param {Pyodide} python
 * @param {Uint8Array} archive the file sprague.zip
 */
export function startLibrary(python, archive) {
  python.FS.mkdirTree(LIBRARY);
  python.unpackArchive(archive, "zip", { extractDir: LIBRARY });
  python.runPython(START_LIBRARY);
}

/**
 * Answers a request as the server does; returns the HTTP status and the JSON of the response.
 * @param {Pyodide} python
 * @param {string} path
 * @param {unknown} fields
 * @returns {{status: number, text: string}}
 */
export function respond(python, path, fields) {
  const [status, text] = call(python, "respond_json", path, JSON.stringify(fields ?? {}));
  return { status, text };
}

/**
 * Calls a Python function that returns a tuple.
 * @param {Pyodide} python
 * @param {string} name
 * @param {...string} values
 */
function call(python, name, ...values) {
  const found = python.globals.get(name);
  const result = found(...values);
  const entries = result.toJs();
  result.destroy();
  found.destroy();
  return entries;
}
