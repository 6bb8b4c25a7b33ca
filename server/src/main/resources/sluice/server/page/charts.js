"use strict";
// For all pages: texts and amounts, and small charts: lines over time as SVG, and the map of buckets on a
// canvas. Nothing is loaded from elsewhere.

const byId = id => document.getElementById(id);
const SVG = "http://www.w3.org/2000/svg";

function put(id, text) {
  const element = byId(id);
  if (element.textContent !== text) element.textContent = text;
}

function bytes(value) {
  const units = ["B", "KiB", "MiB", "GiB", "TiB"];
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) { value /= 1024; unit++; }
  return [value < 10 && unit ? value.toFixed(1) : String(Math.round(value)), units[unit]];
}

function svg(name, attributes, parent) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  if (parent) parent.append(element);
  return element;
}

// 12345 -> "12.3 k"
function short(value) {
  if (value < 1000) return String(Math.round(value * 10) / 10).replace(/\.0$/, "");
  const unit = value < 1e6 ? ["k", 1e3] : value < 1e9 ? ["M", 1e6] : ["G", 1e9];
  const scaled = value / unit[1];
  const digits = scaled < 10 ? 2 : scaled < 100 ? 1 : 0;
  return scaled.toFixed(digits).replace(/\.0+$/, "") + " " + unit[0];
}

function micros(value) {
  if (value < 1000) return [String(Math.round(value)), "µs"];
  if (value < 1e6) return [(value / 1e3).toFixed(value < 1e4 ? 1 : 0).replace(/\.0$/, ""), "ms"];
  return [(value / 1e6).toFixed(1).replace(/\.0$/, ""), "s"];
}

// The smallest of 1, 2, 5, 10, ... that is not below the value.
function niceAbove(value) {
  const power = 10 ** Math.floor(Math.log10(Math.max(value, 1)));
  return [1, 2, 5, 10].map(step => step * power).find(step => step >= value) || 10 * power;
}

// Where a value lies between 0 and 1, and the values at which lines are drawn.
function linearScale(largest) {
  const top = niceAbove(largest);
  return { at: value => value / top, ticks: [0, top / 2, top] };
}

function logScale(smallest, largest) {
  const low = Math.floor(Math.log10(Math.max(1, smallest)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(10, largest))));
  const ticks = [];
  for (let power = low; power <= high; power++) ticks.push(10 ** power);
  return { at: value => (Math.log10(Math.max(value, 10 ** low)) - low) / (high - low), ticks };
}

// Draws lines over the last seconds. series: [{kind, values, name}], options: {times, log, area, text}
function drawChart(element, series, options) {
  const width = element.clientWidth, height = element.clientHeight;
  const left = 46, right = 6, top = 8, bottom = 20;
  if (!width || !height) return;
  element.replaceChildren();
  element.setAttribute("viewBox", `0 0 ${width} ${height}`);
  element.setAttribute("aria-label", "now: " + series.map(one => `${one.name} ${options.text(one.values.at(-1) ?? 0)}`).join(", "));
  const all = series.flatMap(one => one.values).filter(value => !options.log || value > 0);
  const largest = Math.max(1, ...all);
  const scale = options.log ? logScale(Math.min(...all, largest), largest) : linearScale(largest);
  const y = value => height - bottom - scale.at(value) * (height - top - bottom);
  const count = Math.max(2, options.times.length);
  const x = index => left + index * (width - left - right) / (count - 1);
  for (const tick of scale.ticks) {
    svg("line", { class: "grid", x1: left, x2: width - right, y1: y(tick), y2: y(tick) }, element);
    svg("text", { x: left - 7, y: y(tick) + 4, "text-anchor": "end" }, element).textContent = options.text(tick);
  }
  const seconds = options.times.length < 2 ? 0 : (options.times.at(-1) - options.times[0]) / 1000;
  svg("text", { x: left, y: height - 4 }, element).textContent = seconds ? `${ago(seconds)} ago` : "";
  svg("text", { x: width - right, y: height - 4, "text-anchor": "end" }, element).textContent = "now";
  for (const one of series) {
    let path = "", pen = false;
    one.values.forEach((value, index) => {
      if (options.log && value <= 0) { pen = false; return; }
      path += `${pen ? "L" : "M"}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = true;
    });
    if (options.area && one.kind === "one" && one.values.length > 1) {
      svg("path", { class: "area", d: `${path}L${x(one.values.length - 1)} ${y(0)}L${x(0)} ${y(0)}Z` }, element);
    }
    svg("path", { class: one.kind, d: path }, element);
  }
  element.onpointermove = event => showAt(element, event, series, options, { x, left, width, right, top, bottom, height, count });
  element.onpointerleave = () => element.querySelector(".hover")?.remove();
}

function ago(seconds) {
  return seconds < 90 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

// A line under the pointer, and the values there.
function showAt(element, event, series, options, area) {
  element.querySelector(".hover")?.remove();
  if (!options.times.length) return;
  const along = event.clientX - element.getBoundingClientRect().left - area.left;
  const step = (area.width - area.left - area.right) / (area.count - 1);
  const index = Math.min(options.times.length - 1, Math.max(0, Math.round(along / step)));
  const group = svg("g", { class: "hover" }, element);
  const at = area.x(index);
  svg("line", { class: "cross", x1: at, x2: at, y1: area.top, y2: area.height - area.bottom }, group);
  const text = series.map(one => `${one.name} ${options.text(one.values[index])}`).join("   ");
  const isRight = at > area.width / 2;
  svg("text", { class: "tip", x: at + (isRight ? -7 : 7), y: area.top + 9, "text-anchor": isRight ? "end" : "start" }, group)
    .textContent = text;
}

const CELLS_MAX = 4096;
const STATES = ["built", "building", "staged"];

// Shares buckets out among at most CELLS_MAX cells, in the order of their ids: how many buckets of each state a
// cell has, and the most demand of one of them. spans: [[state, count, demand]]
function cellsOf(spans, total) {
  const each = Math.ceil(total / CELLS_MAX), cells = [];
  let index = 0;
  for (const [state, count, demand] of spans) {
    for (let left = count; left > 0;) {
      const at = Math.floor(index / each), taken = Math.min(left, (at + 1) * each - index);
      cells[at] ??= { built: 0, building: 0, staged: 0, demand: 0 };
      cells[at][state] += taken;
      cells[at].demand = Math.max(cells[at].demand, demand);
      index += taken;
      left -= taken;
    }
  }
  return [cells, each];
}

// Draws the cells row by row, each filled from below by the shares of its states. Returns how many buckets a cell has.
function drawBuckets(canvas, spans) {
  const width = canvas.clientWidth, ratio = window.devicePixelRatio || 1;
  const total = spans.reduce((sum, span) => sum + span[1], 0);
  if (!width || !total) return 1;
  const [cells, each] = cellsOf(spans, total);
  let cell = 22;
  while (cell > 5 && Math.ceil(cells.length / Math.floor(width / cell)) * cell > 230) cell--;
  const columns = Math.max(1, Math.floor(width / cell)), rows = Math.ceil(cells.length / columns);
  const size = width / columns, gap = size > 8 ? 2 : 1, side = size - gap;
  const height = Math.ceil(rows * size);
  if (canvas.style.height !== `${height}px`) canvas.style.height = `${height}px`;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const pen = canvas.getContext("2d"), colors = getComputedStyle(document.documentElement);
  pen.scale(ratio, ratio);
  cells.forEach((one, index) => {
    const left = index % columns * size, top = Math.floor(index / columns) * size;
    const all = one.built + one.building + one.staged;
    let bottom = top + side;
    for (const state of STATES) {
      const high = side * one[state] / all;
      if (!high) continue;
      pen.fillStyle = colors.getPropertyValue(`--${state}`);
      pen.beginPath();
      pen.roundRect(left, bottom - high, side, high, one[state] === all ? Math.min(4, size / 5) : 0);
      pen.fill();
      bottom -= high;
    }
    if (one.demand > 0) {
      pen.fillStyle = colors.getPropertyValue("--demand");
      pen.beginPath();
      pen.arc(left + side / 2, top + side / 2, side * (.12 + one.demand * .028), 0, 7);
      pen.fill();
    }
  });
  return each;
}
