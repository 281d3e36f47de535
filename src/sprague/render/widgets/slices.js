// Shows two piles of a table as a grid; a slider for each of the others chooses the slice.
export function cellsOf(values, shape, fixed) {
  // The values are in lines of the last pile; the first two piles are rows and columns.
  const steps = shape.map((_, place) => shape.slice(place + 1).reduce((a, b) => a * b, 1));
  const offset = fixed.reduce((sum, height, place) => sum + height * steps[place + 2], 0);
  const rows = [];
  for (let a = 0; a < shape[0]; a++) {
    const row = [];
    for (let b = 0; b < shape[1]; b++) row.push(values[a * steps[0] + b * steps[1] + offset]);
    rows.push(row);
  }
  return rows;
}

function render({ model, el }) {
  const names = model.get("names"), shape = model.get("shape"), starts = model.get("starts");
  const fixed = names.slice(2).map(() => 0);
  const grid = document.createElement("table");
  grid.style.textAlign = "right";
  const draw = () => {
    grid.replaceChildren();
    const head = grid.insertRow();
    head.insertCell().textContent = `${names[0]}\\${names[1]}`;
    for (let b = 0; b < shape[1]; b++) head.insertCell().textContent = starts[1] + b;
    cellsOf(model.get("values"), shape, fixed).forEach((row, a) => {
      const line = grid.insertRow();
      line.insertCell().textContent = starts[0] + a;
      for (const value of row) {
        const cell = line.insertCell();
        cell.textContent = value;
        if (value === "0" || value === "P") Object.assign(cell.style, { background: "#000", color: "#fff", fontWeight: "bold" });
      }
    });
  };
  names.slice(2).forEach((name, place) => {
    const label = document.createElement("label"), slider = document.createElement("input");
    const output = document.createElement("output");
    Object.assign(slider, { type: "range", min: 0, max: shape[place + 2] - 1, value: 0 });
    const show = () => { output.textContent = ` ${name} = ${starts[place + 2] + fixed[place]}`; };
    slider.addEventListener("input", () => { fixed[place] = Number(slider.value); show(); draw(); });
    show();
    label.append(slider, output);
    el.append(label);
  });
  el.append(grid);
  draw();
}

export default { render };
