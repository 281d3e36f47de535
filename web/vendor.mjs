// Copies the vendored files from the npm packages, or checks that they are identical.
//
//   node vendor.mjs --check   checks that every file in pages/vendor is identical to the file of its npm package
//   node vendor.mjs           copies all files again and writes their digests into vendor.json
//
// `npm ci` checks the packages themselves by the digests in package-lock.json.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";

const VENDOR = new URL("../src/sprague/web/pages/vendor/", import.meta.url);
const PACKAGES = new URL("node_modules/", import.meta.url);
const list = JSON.parse(readFileSync(new URL("vendor.json", VENDOR), "utf8"));
const differ = [];
for (const entry of list.files) {
  const { version } = JSON.parse(readFileSync(new URL(`${entry.package}/package.json`, PACKAGES), "utf8"));
  const theirs = readFileSync(new URL(`${entry.package}/${entry.path}`, PACKAGES));
  const sha256 = createHash("sha256").update(theirs).digest("hex");
  if (process.argv.includes("--check")) {
    const ours = readFileSync(new URL(entry.file, VENDOR));
    if (version !== entry.version || sha256 !== entry.sha256 || !ours.equals(theirs)) differ.push(entry.file);
  } else {
    writeFileSync(new URL(entry.file, VENDOR), theirs);
    Object.assign(entry, { version, sha256 });
  }
}
if (differ.length) {
  console.error(`vendored files differ from npm: ${differ.join(", ")}; copy them again with: node web/vendor.mjs`);
  process.exit(1);
}
if (!process.argv.includes("--check")) writeFileSync(new URL("vendor.json", VENDOR), `${JSON.stringify(list, null, 2)}\n`);
console.log(`${list.files.length} vendored files are identical to npm's`);
