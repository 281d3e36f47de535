/* The search of the atlas; the module with the search is loaded only on the page of the search. */
const searched = document.querySelector("[data-atlas-search]");
if (searched) {
  const address = new URL("../playground/js/playground/atlas_page.js", document.currentScript.src);
  import(address.href).then(({ offerSearch }) => offerSearch(searched));
}
