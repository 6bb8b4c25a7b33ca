"use strict";
// Asks the server once a second how it stands and shows it. The state stays in "shown", so that the page
// can be drawn again when its width changes.

const HISTORY_SECONDS = 300;
let shown = null;

function showNow(status) {
  for (const item of document.querySelectorAll("#phases li")) {
    const isNow = item.dataset.phase === status.phase;
    item.classList.toggle("now", isNow);
    if (isNow) item.setAttribute("aria-current", "step"); else item.removeAttribute("aria-current");
  }
  const answers = byId("answers");
  const sealed = status.store_version;
  const refused = status.writes_refused && !sealed;
  answers.className = status.stopping || refused ? "bad" : status.complete ? "good" : "partial";
  put("answers", status.stopping ? "the server is stopping"
    : refused ? `no write is taken: ${status.writes_refused}`
    : sealed ? `every answer is complete, from version ${sealed}`
    : status.complete ? "every answer is complete" : "answers may be partial: the source is being copied");
  byId("ring").hidden = !status.ring;
  const requests = status.requests;
  put("reads", short(requests.reads_per_second));
  put("writes", short(requests.writes_per_second));
  const p99 = requests.read_micros.p99 ? micros(requests.read_micros.p99) : ["–", ""];
  put("p99", p99[0]); put("p99-unit", p99[1]);
  put("rows-rate", short(status.rows.per_second));
  const hot = bytes(status.hot_store_bytes);
  put("hot", hot[0]); put("hot-unit", hot[1]);
  const lists = status.hot_lists;
  const held = bytes(lists.bytes);
  put("hot-lists", lists.lists ? `${short(lists.lists)} lists whole, ${held[0]}${held[1]}` : "");
  put("rejects", short(status.rows.rejected));
  const rows = status.rows;
  put("rows-note", rows.staged === 0 ? "" : rows.expected
    ? `${short(rows.staged)} of ${short(rows.expected)} expected rows, ${Math.min(100, 100 * rows.staged / rows.expected).toFixed(0)} %`
    : `${short(rows.staged)} rows`);
}

function showBuckets(buckets) {
  const total = buckets.staged + buckets.building + buckets.built;
  put("bucket-count", total ? `· ${(100 * buckets.built / total).toFixed(0)} % of ${short(total)} built` : "· none are known");
  for (const state of ["staged", "building", "built"]) {
    put(state, String(buckets[state]));
    document.querySelector(`#progress .${state}`).style.width = total ? `${100 * buckets[state] / total}%` : "0";
  }
  const map = byId("buckets"), each = drawBuckets(map, buckets.spans);
  put("bucket-cell", each > 1 ? `a cell is ${each} neighbouring buckets` : "");
  map.setAttribute("aria-label", `${buckets.built} of ${total} buckets are built, ${buckets.building} are being built`);
}

function showCharts(history) {
  const times = history.at_millis;
  drawChart(byId("rate-chart"), [
    { kind: "one", name: "reads", values: history.reads_per_second },
    { kind: "two", name: "writes", values: history.writes_per_second },
  ], { times, area: true, text: short });
  drawChart(byId("latency-chart"), [
    { kind: "one", name: "p50", values: history.read_p50_micros },
    { kind: "two", name: "p99", values: history.read_p99_micros },
    { kind: "three", name: "p99.9", values: history.read_p999_micros },
  ], { times, log: true, text: value => micros(value).join(" ") });
  drawChart(byId("rows-chart"), [
    { kind: "one", name: "rows", values: history.rows_per_second },
  ], { times, area: true, text: short });
}

function showForecasts(forecasts) {
  const list = byId("forecasts");
  list.replaceChildren();
  if (!forecasts.length) {
    const note = document.createElement("p");
    note.className = "note";
    note.textContent = "no forecast was made";
    list.append(note);
  }
  for (const { name, unit, forecast, actual } of forecasts) {
    const row = document.createElement("div"), line = document.createElement("p");
    row.className = "forecast";
    const label = document.createElement("b"), figures = document.createElement("span");
    label.textContent = name;
    figures.textContent = `${amount(actual, unit)} of ${amount(forecast, unit)}`;
    line.append(label, figures);
    row.append(line);
    const bar = svg("svg", { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" }, row);
    const end = Math.max(forecast, actual, 1e-9) * 1.05, isOver = actual > forecast * 1.02;
    svg("rect", { class: "track", x: 0, y: 2, width: 100, height: 8, rx: 1 }, bar);
    svg("rect", { class: isOver ? "over" : "fill", x: 0, y: 2, width: 100 * actual / end, height: 8, rx: 1 }, bar);
    svg("rect", { class: "mark", x: 100 * forecast / end - .2, y: 0, width: .5, height: 12 }, bar);
    list.append(row);
  }
}

function amount(value, unit) {
  return unit === "bytes" ? bytes(value).join(" ") : `${short(value)}${unit ? " " + unit : ""}`;
}

function show(status) {
  shown = status;
  showNow(status);
  showBuckets(status.buckets);
  showCharts(status.history);
  showForecasts(status.forecasts);
  put("age", new Date().toLocaleTimeString());
}

async function ask() {
  try {
    const answer = await fetch(`/api/status?history=${HISTORY_SECONDS}`);
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
  } catch {
    byId("answers").className = "bad";
    put("answers", "the server does not answer");
  }
  setTimeout(ask, 1000);
}

window.addEventListener("resize", () => shown && show(shown));
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => shown && show(shown));
ask();
