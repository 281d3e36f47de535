/** The plot of a row of the map: the values along one pile, with the other piles fixed. */
import { html, useState } from "../../vendor/preact.js";
import { useRequest } from "../request.js";
import { Segmented } from "../segmented.js";
import { fixText } from "./address.js";
import { rowOf } from "./maps.js";
import { RowPlot } from "./row_plot.js";

/**
 * @param {{map: import("./maps.js").MapDescription, names: string[], fixed: Record<string, number>, at: number[] | null}} properties
 */
export function RowSection({ map, names, fixed, at }) {
  const [chosen, setChosen] = useState("");
  const along = names.includes(chosen) ? chosen : (map.axes.at(-1)?.name ?? "");
  const heights = [...map.axes, ...map.sliders].map(({ name, start, size }) => {
    const height = at?.[names.indexOf(name)] ?? fixed[name] ?? start;
    return [name, height >= start && height < start + size ? height : (fixed[name] ?? start)];
  });
  const others = Object.fromEntries(heights.filter(([name]) => name !== along));
  const fix = fixText(others);
  const { game, misere, what, limit } = map;
  const row = useRequest((signal) => rowOf({ game, misere, what, limit, along, fix: fix || undefined }, signal), [game, misere, what, limit, along, fix]);
  return html`<section class="card row-section" aria-label="Row">
    <header class="row">
      <h2>Row along <i>${along}</i></h2>
      ${fix && html`<span class="soft small">with ${fix.replaceAll("=", " = ").replaceAll(",", ", ")}</span>`}
      <span class="spacer"></span>
      ${names.length > 1 &&
      html`<${Segmented} legend="Pile along the row" name="along" value=${along} onChange=${setChosen}
        choices=${names.map((name) => ({ value: name, title: html`<i>${name}</i>` }))} />`}
    </header>
    ${row.error ? html`<p class="notice bad">${row.error.message}</p>` : row.value && html`<${RowPlot} row=${row.value} what=${what} />`}
  </section>`;
}
