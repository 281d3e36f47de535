/* The buttons that check certificates; the module with the checker's page logic is loaded only where there is a certificate. */
const shown = [...document.querySelectorAll("[data-certificate]")];
const files = document.querySelector("[data-certificate-files]");
if (shown.length || files) {
  const address = new URL("../playground/js/playground/certificate_check.js", document.currentScript.src);
  import(address.href).then(({ offerCheck, offerFiles }) => {
    shown.forEach(offerCheck);
    if (files) offerFiles(files);
  });
}
