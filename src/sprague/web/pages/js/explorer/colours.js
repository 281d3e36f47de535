// The colours of values, the same as in the library's pictures, for the light and the dark theme.
//
// The value zero (the P-positions) has the colour with the strongest contrast. Larger values have colours of the viridis
// scale, which suits colour-blind readers. If there are many values, they are grouped into classes by powers of two.

/** @typedef {{title: string, largest: number, bounds: number[], colours: string[], labels: string[]}} Legend */
/** @typedef {{paper: string, ink: string, faint: string, zero: string, other: string, mark: string, scale: [number, number]}} Theme */

/** @type {{light: Theme, dark: Theme}} */
export const THEMES = {
  light: { paper: "#ffffff", ink: "#1a1a1a", faint: "#8c8c8c", zero: "#000000", other: "#dbe7f3", mark: "#c2185b", scale: [1.0, 0.3] },
  dark: { paper: "#121417", ink: "#e8e8e8", faint: "#7d8590", zero: "#ffffff", other: "#24435f", mark: "#ff6fae", scale: [0.08, 0.8] },
};
export const NO_POSITION = 65535; // value of a cell without a position

const MOST_ALONE = 16; // up to this many values, every value has its own colour
const MOST_HALVES = 25; // up to this many classes, every octave (such as 16 to 31) has two classes
const TITLES = { grundy: "Grundy value", outcome: "Outcome", remoteness: "Remoteness" };
const VIRIDIS =
  "44015444025645045745055946075a46085c460a5d460b5e470d60470e6147106347116447136548146748166848176948186a481a6c" +
  "481b6d481c6e481d6f481f70482071482173482374482475482576482677482878482979472a7a472c7a472d7b472e7c472f7d46307e" +
  "46327e46337f463480453581453781453882443983443a83443b84433d84433e85423f85424086424186414287414487404588404688" +
  "3f47883f48893e49893e4a893e4c8a3d4d8a3d4e8a3c4f8a3c508b3b518b3b528b3a538b3a548c39558c39568c38588c38598c375a8c" +
  "375b8d365c8d365d8d355e8d355f8d34608d34618d33628d33638d32648e32658e31668e31678e31688e30698e306a8e2f6b8e2f6c8e" +
  "2e6d8e2e6e8e2e6f8e2d708e2d718e2c718e2c728e2c738e2b748e2b758e2a768e2a778e2a788e29798e297a8e297b8e287c8e287d8e" +
  "277e8e277f8e27808e26818e26828e26828e25838e25848e25858e24868e24878e23888e23898e238a8d228b8d228c8d228d8d218e8d" +
  "218f8d21908d21918c20928c20928c20938c1f948c1f958b1f968b1f978b1f988b1f998a1f9a8a1e9b8a1e9c891e9d891f9e891f9f88" +
  "1fa0881fa1881fa1871fa28720a38620a48621a58521a68522a78522a88423a98324aa8325ab8225ac8226ad8127ad8128ae8029af7f" +
  "2ab07f2cb17e2db27d2eb37c2fb47c31b57b32b67a34b67935b77937b87838b9773aba763bbb753dbc743fbc7340bd7242be7144bf70" +
  "46c06f48c16e4ac16d4cc26c4ec36b50c46a52c56954c56856c66758c7655ac8645cc8635ec96260ca6063cb5f65cb5e67cc5c69cd5b" +
  "6ccd5a6ece5870cf5773d05675d05477d1537ad1517cd2507fd34e81d34d84d44b86d54989d5488bd6468ed64590d74393d74195d840" +
  "98d83e9bd93c9dd93ba0da39a2da37a5db36a8db34aadc32addc30b0dd2fb2dd2db5de2bb8de29bade28bddf26c0df25c2df23c5e021" +
  "c8e020cae11fcde11dd0e11cd2e21bd5e21ad8e219dae319dde318dfe318e2e418e5e419e7e419eae51aece51befe51cf1e51df4e61e" +
  "f6e620f8e621fbe723fde725";

/** @param {boolean} dark */
export const themeOf = (dark) => (dark ? THEMES.dark : THEMES.light);

/**
 * Returns the least value of each class: one class for each value, or classes by powers of two.
 * @param {number} largest
 */
export function classBounds(largest) {
  if (largest < MOST_ALONE) return Array.from({ length: largest + 1 }, (_, value) => value);
  const halves = [0, 1];
  const octaves = [0];
  for (let power = 1; power <= largest; power *= 2) {
    octaves.push(power);
    halves.push(2 * power, 3 * power);
  }
  const bounds = halves.filter((bound) => bound <= largest);
  return bounds.length <= MOST_HALVES ? bounds : octaves;
}

/** @param {number} step from 0 to 1 */
function viridis(step) {
  const place = Math.min(Math.trunc(step * 256), 255);
  return "#" + VIRIDIS.slice(6 * place, 6 * place + 6);
}

/**
 * Returns a colour for each class; the first class is zero.
 * @param {number} classes
 * @param {boolean} dark
 */
export function scaleOf(classes, dark) {
  const { zero, scale } = themeOf(dark);
  const [start, end] = scale;
  const last = Math.max(classes - 2, 1);
  const steps = Array.from({ length: Math.max(classes - 1, 0) }, (_, at) => viridis(start + ((end - start) * at) / last));
  return [zero, ...steps].slice(0, classes);
}

/**
 * Returns the legend of a map; larger values were replaced by `cap` in the table.
 * @param {string} what
 * @param {number} largest
 * @param {boolean} dark
 * @param {number | null} [cap]
 * @returns {Legend}
 */
export function legendOf(what, largest, dark, cap = null) {
  const title = TITLES[/** @type {keyof typeof TITLES} */ (what)] ?? what;
  if (what === "outcome") {
    const { zero, other } = themeOf(dark);
    return { title, largest: 1, bounds: [0, 1], colours: [zero, other], labels: ["P", "N"] };
  }
  const bounds = classBounds(largest);
  const labels = bounds.map((low, at) => label(low, (bounds[at + 1] ?? largest + 1) - 1, cap));
  return { title, largest, bounds, colours: scaleOf(bounds.length, dark), labels };
}

/**
 * @param {number} low
 * @param {number} high
 * @param {number | null} cap
 */
function label(low, high, cap) {
  if (cap !== null && high >= cap) return `${low} and more`;
  return low === high ? String(low) : `${low}–${high}`;
}

/**
 * Returns the index of the class of a value.
 * @param {Legend} legend
 * @param {number} value
 */
export const classOf = ({ bounds }, value) => bounds.findLastIndex((bound) => bound <= value);

/**
 * Returns a colour for every value of a tile, in the format of a canvas; cells without a position are transparent.
 * @param {Legend} legend
 */
export function paintsOf(legend) {
  const paints = new Uint32Array(65536);
  legend.bounds.forEach((bound, at) => paints.fill(stored(legend.colours[at] ?? "#000000"), bound));
  paints[NO_POSITION] = 0;
  return paints;
}

/**
 * Returns a colour in the byte order of a canvas, with red first.
 * @param {string} colour
 */
export function stored(colour) {
  const [red, green, blue] = channels(colour);
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/**
 * Returns black or white, whichever has more contrast on this colour.
 * @param {string} colour
 */
export function readableOn(colour) {
  const [red, green, blue] = channels(colour).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0) > 0.179 ? "#000000" : "#ffffff";
}

/**
 * @param {string} colour
 * @returns {[number, number, number]}
 */
function channels(colour) {
  const number = parseInt(colour.slice(1), 16);
  return [number >> 16, (number >> 8) & 255, number & 255];
}
