"use strict";
// Asks the node once a second how its ring stands and shows it. The chosen node stays chosen: its
// partitions are shown apart from all others.

let chosen = location.hash.startsWith("#node=") ? decodeURIComponent(location.hash.slice(6)) : null;
let shown = null;

const size = value => bytes(value).join(" ");

function lasting(millis) {
  const seconds = Math.max(0, Math.round(millis / 1000));
  if (seconds < 60) return `for ${seconds} s`;
  if (seconds < 5400) return `for ${Math.round(seconds / 60)} min`;
  if (seconds < 129600) return `for ${Math.round(seconds / 3600)} h`;
  return `for ${Math.round(seconds / 86400)} days`;
}

function make(tag, text, kind) {
  const element = document.createElement(tag);
  if (text) element.textContent = text;
  if (kind) element.className = kind;
  return element;
}

function showNow(ring) {
  const up = ring.nodes.filter(node => node.state === "up");
  const behind = ring.nodes.filter(node => node.state === "up" && node.behind > 0);
  const push = ring.versions.find(each => each.push === "fetching" || each.push === "committed")
    || ring.versions.find(each => each.push === "waiting");
  const counts = count(ring);
  const answers = byId("answers");
  answers.className = !ring.registry || counts.none ? "bad" : behind.length || up.length < ring.nodes.length ? "partial" : "good";
  put("answers", !ring.registry ? "the records of the ring cannot be reached; this node goes on with what it knows"
    : !ring.serving ? "the ring serves nothing yet"
    : counts.none ? `${counts.none} partitions have no replica that answers`
    : behind.length ? `version ${ring.serving}; ${behind.length} nodes are not there yet`
    : `version ${ring.serving} is served by ${up.length} of ${ring.nodes.length} nodes`);
  put("serving", ring.serving ? String(ring.serving) : "–");
  put("since", ring.serving ? lasting(ring.now - ring.since) : "");
  put("up", String(up.length)); put("all", `of ${ring.nodes.length}`);
  put("whole", String(counts.all)); put("partitions-all", `of ${ring.partitions.length}`);
  put("behind", String(behind.length));
  const slowest = ring.nodes.filter(node => node.read_micros).sort((a, b) => b.read_micros.p99 - a.read_micros.p99)[0];
  const p99 = slowest ? micros(slowest.read_micros.p99) : ["–", ""];
  put("p99", p99[0]); put("p99-unit", p99[1]); put("p99-node", slowest ? `node ${slowest.name}` : "no reads yet");
  put("push", push ? String(push.number) : "none");
  put("push-note", push ? push.push : "");
}

function count(ring) {
  const counts = { all: 0, some: 0, none: 0 };
  for (const holders of ring.partitions) counts[state(ring, holders)]++;
  return counts;
}

function state(ring, holders) {
  const good = holders.filter(name => ring.nodes.some(node => node.name === name && node.state === "up" && node.holds)).length;
  return good === holders.length ? "all" : good ? "some" : "none";
}

function versions(node) {
  const cell = document.createDocumentFragment();
  for (const each of node.versions) {
    const line = make("div", `${each.number} ${each.state}`, each.state === "failed" || each.state === "refused" ? "bad" : "");
    if (each.cause) line.append(` · ${each.cause}`);
    if (each.state === "fetching" && each.expected) {
      line.textContent = `${each.number}: ${size(each.bytes)} of ${size(each.expected)}`;
      const bar = make("span", "", "bar"), part = make("i");
      part.style.width = `${100 * each.bytes / each.expected}%`;
      bar.append(part); line.append(bar);
    }
    cell.append(line);
  }
  if (!node.versions.length) cell.append("–");
  return cell;
}

function row(labels, cells) {
  const line = document.createElement("tr");
  cells.forEach((content, index) => {
    const cell = document.createElement("td");
    cell.dataset.label = labels[index];
    const box = document.createElement("div");
    box.append(content);
    cell.append(box);
    line.append(cell);
  });
  return line;
}

function showNodes(ring) {
  const body = document.querySelector("#nodes tbody");
  const focused = document.activeElement?.dataset?.node;
  const labels = ["node", "state", "serves", "versions", "partitions", "p50 · p99", "free"];
  body.replaceChildren(...ring.nodes.map(node => {
    const name = document.createDocumentFragment();
    const button = make("button", node.name, "node");
    button.type = "button";
    button.dataset.node = node.name;
    button.setAttribute("aria-pressed", String(node.name === chosen));
    button.setAttribute("aria-label", `show the partitions of node ${node.name}`);
    name.append(button, make("small", ` ${node.zone}${node.here ? " · this node" : ""}${node.leads ? " · leads" : ""}`));
    const state = make("span", node.state, `state ${node.state.split(" ")[0]}`);
    const told = document.createDocumentFragment();
    told.append(state);
    if (node.why) told.append(make("small", ` ${node.why}`));
    const times = node.read_micros;
    const latency = times ? `${times.p50 < 0 ? "–" : micros(times.p50).join(" ")} · ${micros(times.p99).join(" ")}` : "–";
    const serves = node.serving ? `${node.serving}${node.behind ? `, ${node.behind} behind` : ""}` : "–";
    return row(labels, [name, told, serves, versions(node), `${node.partitions}, first of ${node.first}`, latency, size(node.free_bytes)]);
  }));
  if (focused) body.querySelector(`button[data-node="${CSS.escape(focused)}"]`)?.focus();
}

function showPartitions(ring) {
  const map = byId("map"), counts = count(ring);
  map.classList.toggle("chosen", chosen !== null && ring.nodes.some(node => node.name === chosen));
  map.replaceChildren(...ring.partitions.map((holders, index) => {
    const cell = make("i", "", state(ring, holders));
    if (holders.includes(chosen)) cell.classList.add("held");
    cell.title = `partition ${index}: ${holders.join(", ")}`;
    return cell;
  }));
  for (const kind of ["all", "some", "none"]) put(`count-${kind}`, String(counts[kind]));
  put("shown-node", map.classList.contains("chosen") ? `· node ${chosen}` : "");
  map.setAttribute("aria-label",
    `${counts.all} of ${ring.partitions.length} partitions have all replicas, ${counts.some} some, ${counts.none} none`);
}

function showVersions(ring) {
  const labels = ["version", "state", "size", "ready on"];
  document.querySelector("#versions tbody").replaceChildren(...ring.versions.map(each => {
    const state = make("span", each.state, each.state === "given up" ? "bad" : "");
    if (each.reason) state.append(`: ${each.reason}`);
    return row(labels, [make("b", String(each.number)), state, each.bytes ? size(each.bytes) : "–",
      each.ready.length ? `${each.ready.length} of ${ring.nodes.length}: ${each.ready.join(", ")}` : "–"]);
  }));
}

function show(ring) {
  shown = ring;
  showNow(ring);
  showNodes(ring);
  showPartitions(ring);
  showVersions(ring);
  put("age", new Date().toLocaleTimeString());
}

async function ask() {
  try {
    const answer = await fetch("/api/ring");
    if (!answer.ok) throw new Error(String(answer.status));
    show(await answer.json());
  } catch {
    byId("answers").className = "bad";
    put("answers", "this node does not answer, or belongs to no ring");
  }
  setTimeout(ask, 1000);
}

byId("nodes").addEventListener("click", event => {
  const name = event.target.dataset?.node;
  if (!name) return;
  chosen = chosen === name ? null : name;
  history.replaceState(null, "", chosen ? `#node=${encodeURIComponent(chosen)}` : location.pathname);
  if (shown) show(shown);
});
ask();
