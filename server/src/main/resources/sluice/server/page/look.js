"use strict";
// Looks at one node after the other: by id or name, its properties, its lists, and on by each link. The node
// is in the address behind the #, so that "back" goes back and an address can be passed on.

const PAGE_LINKS = 50;
const OFFSET_MAX = 10000;
const TRAIL_MAX = 8;
let trail = [];
let asked = 0;

function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// A node by its number, as names can be long, or stand for several.
const addressOf = (number, type) => "#" + new URLSearchParams(type === undefined ? { number } : { number, type });

async function fetched(path, parameters) {
  const answer = await fetch(`${path}?${new URLSearchParams(parameters)}`), text = await answer.text();
  const isJson = answer.headers.get("Content-Type") === "application/json";
  if (!answer.ok || !isJson) throw new Error(isJson ? JSON.parse(text).error : text.trim() || `status ${answer.status}`);
  return JSON.parse(text);
}

// Milliseconds since 1970 where they can be, else the number.
function timeText(text) {
  const number = Number(text);
  return number >= 1e11 && number < 7258118400000 ? new Date(number).toISOString().replace(".000Z", "Z") : text;
}

function dataText(row) {
  if (!row.data_bytes) return "";
  if (row.data !== undefined) return row.data;
  const rest = row.data_bytes - row.data_hex.length / 2;
  return "0x" + row.data_hex + (rest ? ` … ${rest} more bytes` : "");
}

function table(caption, heads, rows) {
  const head = element("tr", {}, ...heads.map(text => element("th", { scope: "col" }, text)));
  const body = rows.map(cells => element("tr", {}, ...cells.map(cell => element("td", {}, cell))));
  return element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": caption },
    element("table", {}, element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body)));
}

function nodeTitle(answer) {
  const title = element("h3", { tabindex: "-1" }, answer.name ?? answer.id);
  if (answer.name !== null) title.append(" ", element("small", {}, `id ${answer.id}`));
  if (!answer.complete) title.append(" ", element("small", {}, "partial: rows may lack"));
  return title;
}

function rowOfNode(node) {
  if (!node) return element("p", { class: "note" }, "no row of a node; its links are below");
  return element("p", { class: "note" },
    `type ${node.type_name ?? node.type} · time ${timeText(node.time)} · version ${node.version}`,
    ...(node.data_bytes ? [element("code", {}, dataText(node))] : []));
}

function valueText(value) {
  return value.text + (value.language ? ` @${value.language}` : "");
}

function tableOfProperties(properties, leftOut) {
  const rows = properties.map(({ predicate, count, values }) => {
    const more = Number(count) - values.length;
    return [predicate, values.map(valueText).join(", ") + (more > 0 ? ` … ${more} more` : "")];
  });
  return table(leftOut ? `properties, without ${leftOut} more` : "properties", ["property", "value"], rows);
}

function listsOf(id, lists, shownType) {
  const links = lists.map(({ type, name, count }) => {
    const label = name ?? `type ${type}`, number = short(Number(count));
    const link = element("a", { href: addressOf(id, type), "aria-label": `${label}: ${number} links` }, label, element("b", {}, number));
    if (type === shownType) link.setAttribute("aria-current", "true");
    return link;
  });
  return element("nav", { class: "lists", "aria-label": "link lists" }, ...links);
}

function linkRow(link) {
  const target = element("a", { href: addressOf(link.id2) }, link.name ?? link.id2);
  return [target, timeText(link.time), dataText(link)];
}

// A list, a page at a time: "more" adds the next one. Nothing is shown once another node was asked for.
async function showList(turn, place, number, type, name) {
  const first = await fetched("/api/links", { number, type, limit: PAGE_LINKS });
  if (turn !== asked) return;
  const shown = table(`links of ${name}, newest first`, ["to", "time", "data"], first.links.map(linkRow));
  place.append(shown);
  if (!first.more) return;
  const more = element("button", { type: "button" }, "more");
  let offset = first.links.length;
  let isAsking = false;
  more.onclick = async () => {
    if (isAsking) return;
    isAsking = true;
    try {
      const next = await fetched("/api/links", { number, type, offset, limit: PAGE_LINKS });
      if (turn !== asked) return;
      offset += next.links.length;
      const rows = next.links.map(link => element("tr", {}, ...linkRow(link).map(cell => element("td", {}, cell))));
      shown.querySelector("tbody").append(...rows);
      tell(`${next.links.length} more links`);
      if (next.more && offset <= OFFSET_MAX) return;
      rows[0]?.querySelector("a").focus();
      more.replaceWith(...(next.more ? [element("p", { class: "note" }, "the list goes on: sluice query has the rest")] : []));
    } catch (e) {
      if (turn === asked) say(e.message);
    } finally {
      isAsking = false;
    }
  };
  place.append(more);
}

// For those who hear the page: what has changed, in a few words.
function tell(message) {
  put("look-status", message);
}

function say(message) {
  byId("found").append(element("p", { class: "note bad", role: "alert" }, message));
}

function showTrail(number, label) {
  const at = trail.findIndex(step => step.number === number);
  trail = at < 0 ? [...trail, { number, label }].slice(-TRAIL_MAX) : trail.slice(0, at + 1);
  const steps = trail.slice(0, -1).map(step => element("a", { href: addressOf(step.number) }, step.label));
  byId("trail").replaceChildren(...steps);
}

async function look(event) {
  const turn = ++asked, place = byId("found");
  const wanted = new URLSearchParams(location.hash.slice(1)), written = wanted.get("id");
  if (written === null && !wanted.has("number")) {
    place.replaceChildren();
    byId("trail").replaceChildren();
    return;
  }
  try {
    const answer = await fetched("/api/node", written === null ? { number: wanted.get("number") } : { id: written });
    if (turn !== asked) return;
    const number = answer.id, label = answer.name ?? number;
    const type = wanted.get("type") ?? (answer.lists.length === 1 ? answer.lists[0].type : null);
    const title = nodeTitle(answer), content = [title, rowOfNode(answer.node)];
    if (answer.properties.length) content.push(tableOfProperties(answer.properties, answer.properties_left_out));
    content.push(answer.lists.length ? listsOf(number, answer.lists, type) : element("p", { class: "note" }, "no links"));
    place.replaceChildren(...content);
    byId("look-id").value = label;
    showTrail(number, label);
    tell(`node ${label}, ${answer.lists.length} lists of links`);
    // After a link its place is gone: the focus goes where reading goes on.
    if (event && document.activeElement === document.body) title.focus();
    if (type) await showList(turn, place, number, type, answer.lists.find(list => list.type === type)?.name ?? `type ${type}`);
  } catch (e) {
    if (turn !== asked) return;
    place.replaceChildren();
    say(e.message);
  }
}

byId("look").onsubmit = event => {
  event.preventDefault();
  const id = byId("look-id").value.trim(), address = "#" + new URLSearchParams({ id });
  if (!id) return;
  if (location.hash === address) look(event);
  location.hash = address;
};
window.addEventListener("hashchange", look);
look();
