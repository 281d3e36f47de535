/** A plot of a row of values: zeros in a strong colour, rings around record values, lines at the ends of a period. */
import { html } from "../../vendor/preact.js";
import { useWidth } from "../width.js";
import { stepOf } from "./viewport.js";

const HEIGHT = 230;
const RARE = 4; // record values are marked only if at most one value in this many is a record
const EDGE = { left: 44, right: 12, top: 22, bottom: 34 };

/** @param {{row: import("./maps.js").Row, what: string}} properties */
export function RowPlot({ row, what }) {
  const [place, width] = useWidth();
  const { values, along, periods } = row;
  const sentences = [
    values.includes(0) && "Strongest colour: P-positions.",
    recordsOf(values).length > 0 && "Rings: values larger than all values before them.",
    periods && `Dashed lines: the first period (length ${periods.period}, from ${along} = ${periods.preperiod}), which repeats for ever.`,
  ];
  return html`<div ref=${place} class="row-plot">${width > 0 && html`<${Plot} row=${row} what=${what} width=${width} />`}</div>
    <p class="small soft">${sentences.filter(Boolean).join(" ")}</p>`;
}

/** @param {{row: import("./maps.js").Row, what: string, width: number}} properties */
function Plot({ row, what, width }) {
  const { values, start, along } = row;
  const top = Math.max(row.largest ?? 0, 1) * 1.08;
  const across = (width - EDGE.left - EDGE.right) / Math.max(values.length, 1);
  const down = (HEIGHT - EDGE.top - EDGE.bottom) / top;
  const x = (/** @type {number} */ n) => EDGE.left + (n - start + 0.5) * across;
  const y = (/** @type {number} */ value) => HEIGHT - EDGE.bottom - value * down;
  /** @param {(value: number, at: number) => boolean} wanted  selects the values; a dot is a line of length 0 with round ends */
  const dots = (wanted) =>
    values.map((value, at) => (value !== null && wanted(value, at) ? `M${x(start + at).toFixed(1)} ${y(value).toFixed(1)}h0` : "")).join("");
  const records = recordsOf(values);
  const size = Math.min(Math.max(across * 0.7, 2.6), 6);
  const marks = row.periods ? [row.periods.preperiod, row.periods.preperiod + row.periods.period] : [];
  const title = `${names[what] ?? what} along ${along}, from ${start} to ${start + values.length - 1}; the largest is ${row.largest ?? "unknown"}`;
  return html`<svg width=${width} height=${HEIGHT} role="img" aria-label=${title}>
    ${ticks(0, top, down, 28).map(
      (value) => html`<g><path class="grid" d="M${EDGE.left} ${y(value)}H${width - EDGE.right}" />
        <text x=${EDGE.left - 6} y=${y(value)} text-anchor="end" dominant-baseline="middle">${value}</text></g>`,
    )}
    ${ticks(start, start + values.length, across, 60).map(
      (n) => html`<text x=${x(n)} y=${HEIGHT - EDGE.bottom + 16} text-anchor="middle">${n}</text>`,
    )}
    <text class="axis" x=${width - EDGE.right} y=${HEIGHT - 4} text-anchor="end">${along}</text>
    ${marks.map((mark) => html`<path class="mark" d="M${x(mark) - across / 2} ${EDGE.top}V${HEIGHT - EDGE.bottom}" />`)}
    <path class="dots" d=${dots((value) => value > 0)} stroke-width=${size} />
    <path class="dots zero" d=${dots((value) => value === 0)} stroke-width=${size} />
    <path class="records" d=${records.map((at) => ring(x(start + at), y(values[at] ?? 0), size / 2 + 2.5)).join("")} />
  </svg>`;
}

/** @type {Record<string, string>} */
const names = { grundy: "Grundy values", outcome: "Outcomes", remoteness: "Remoteness" };

/** @param {number} x @param {number} y @param {number} radius */
const ring = (x, y, radius) => `M${x - radius} ${y}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0`;

/** The indices of record values, which are larger than all values before them; none if records are frequent. @param {(number | null)[]} values */
function recordsOf(values) {
  let most = 0;
  /** @type {number[]} */
  const found = [];
  for (const [at, value] of values.entries()) {
    if (value !== null && value > most) {
      most = value;
      found.push(at);
    }
  }
  return found.length * RARE <= values.length ? found : [];
}

/**
 * @param {number} from
 * @param {number} to exclusive
 * @param {number} scale
 * @param {number} apart
 */
function ticks(from, to, scale, apart) {
  const step = stepOf(scale, apart);
  const found = [];
  for (let at = Math.ceil(from / step) * step; at < to; at += step) found.push(at);
  return found;
}
