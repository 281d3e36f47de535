/** The steps that the reader has completed, stored in the browser. */

const KEY = "sprague-learn";

/** The ids of the completed steps. @returns {ReadonlySet<string>} */
export function readProgress() {
  try {
    const stored = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return new Set(Array.isArray(stored) ? stored.filter((one) => typeof one === "string") : []);
  } catch {
    return new Set();
  }
}

/** @param {ReadonlySet<string>} done */
export function storeProgress(done) {
  try {
    if (done.size) localStorage.setItem(KEY, JSON.stringify([...done]));
    else localStorage.removeItem(KEY);
  } catch {
    // The browser may forbid storage; then the progress lasts until the page is closed.
  }
}
