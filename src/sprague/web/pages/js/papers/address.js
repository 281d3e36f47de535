/** The state of the papers page in its address: the filters, and the claim that is open. */

/** @typedef {{paper: string, verdict: string, text: string, claim: string}} Address */

/** @returns {Address} */
export function readAddress() {
  const words = new URLSearchParams(location.search);
  return {
    paper: words.get("paper") ?? "",
    verdict: words.get("verdict") ?? "",
    text: words.get("text") ?? "",
    claim: words.get("claim") ?? "",
  };
}

/** @param {Address} address */
export function addressOf(address) {
  const given = Object.entries(address).filter(([, value]) => value);
  return given.length ? `/papers?${new URLSearchParams(given)}` : "/papers";
}
