// The page around verify.js: takes a file, shows each check as it is done, and the result, in the browser's language.
"use strict";

const language = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase()).find((tag) => Object.hasOwn(TEXTS, tag)) ?? "en";
const texts = TEXTS[language]; // texts.js
const byId = (id) => document.getElementById(id);
const fill = (text, values) => text.replace(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

function element(name, text = "", attributes = {}) {
  const made = document.createElement(name);
  made.textContent = text;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}

/** Every check waits in the list, and is marked when its turn comes. */
function listChecks() {
  const names = Object.keys(texts.checks).filter((name) => name !== "heads" || byId("heads").value.trim());
  byId("checks").replaceChildren(
    ...names.map((name) => {
      const item = element("li", "", { id: `check-${name}`, ...(name === "origin" ? { hidden: "" } : {}) });
      const heading = element("h2", texts.checks[name][0]);
      heading.append(element("span", `: ${texts.waiting}`, { class: "sr" }));
      item.append(element("span", "·", { class: "mark", "aria-hidden": "true" }), heading, element("p", texts.checks[name][1], { class: "faint" }));
      return item;
    }),
  );
}

function mark(entry) {
  const item = byId(`check-${entry.check}`);
  item.hidden = false; // few matches have an origin
  const kind = entry.ok ? "good" : entry.facts.unable ? "unsure" : "bad";
  item.className = kind;
  item.querySelector(".mark").textContent = { good: "✓", unsure: "?", bad: "✗" }[kind];
  item.querySelector(".sr").textContent = `: ${texts[kind]}`;
  // What is wrong is said in the words of the program, which are English.
  const found = kind !== "bad" ? fill(texts.checks[entry.check][2], entry.facts) + remark(entry) : entry.text;
  if (found) item.append(element("p", found, { class: "found", ...(kind !== "bad" ? {} : { lang: "en" }) }));
}

function remark({ check, facts }) {
  if (facts.chosen) return ` ${texts.chosen}`;
  if (facts.doubt) return ` ${texts.half}: ${facts.doubt}`;
  if (facts.others?.length) return ` ${texts.no_origin} ${texts.other_origin}`;
  if (facts.unable) return ` ${check === "origin" ? texts.no_origin : texts.unable}`;
  return check === "signature" && !facts.trusted ? ` ${texts.untrusted}` : "";
}

function tellVerdict(kind, heading, text) {
  const verdict = byId("verdict");
  verdict.className = kind;
  verdict.hidden = false;
  verdict.querySelector("h2").textContent = heading;
  verdict.querySelector("p").textContent = text;
}

function showResult(file) {
  const table = element("table");
  table.append(element("caption", `${texts.standing}: ${texts.causes[file.ended.cause] ?? file.ended.cause}`));
  const head = table.createTHead().insertRow();
  for (const [name, number] of [["seat"], ["who"], ["points", true], ["rank", true]]) {
    head.append(element("th", texts[name], { scope: "col", ...(number ? { class: "n" } : {}) }));
  }
  const body = table.createTBody();
  file.head.seats.forEach((seat, number) => {
    const row = body.insertRow();
    const won = file.ended.winners.includes(number) ? ` · ${texts.won}` : "";
    row.append(
      element("th", String(number + 1), { scope: "row" }),
      element("td", `${texts[seat.kind]}${seat.bot ? ` (${seat.bot})` : ""}`),
      element("td", String(file.cards.totals[number]), { class: "n" }),
      element("td", `${file.ended.ranks[number]}${won}`, { class: "n" }),
    );
  });
  byId("result").replaceChildren(table);
  byId("result").hidden = false;
}

/** What was noted, a line each. Throws an Error that says which line is none. */
function noted() {
  const lines = (id) => byId(id).value.split("\n").map((line) => line.trim().toLowerCase()).filter(Boolean);
  const heads = lines("heads").map((line) => {
    const found = /^(0|[1-9][0-9]{0,9}):([0-9a-f]{64})$/.exec(line);
    if (!found) throw new Error(fill(texts.odd_head, { line }));
    return { version: Number(found[1]), chain: found[2] };
  });
  const keys = lines("keys");
  const odd = keys.find((line) => !/^[0-9a-f]{64}$/.test(line));
  if (odd) throw new Error(fill(texts.odd_key, { line: odd }));
  return { heads, keys };
}

const bytesOf = async (file) => new Uint8Array(await file.arrayBuffer());

let latest = 0; // a file chosen while another is checked takes its place
let shown = null;

async function check(file) {
  const turn = ++latest;
  shown = file;
  byId("result").hidden = true;
  listChecks();
  let options;
  try {
    options = noted();
  } catch (trouble) {
    return tellVerdict("bad", texts.breaks, trouble.message);
  }
  tellVerdict("", fill(texts.working, { name: file.name }), "");
  const bytes = await bytesOf(file);
  options.origins = await Promise.all(Array.from(byId("origins").files, bytesOf));
  const { code, entries, file: match } = await verify(bytes, options, (entry) => turn === latest && mark(entry));
  if (turn !== latest) return;
  for (const item of document.querySelectorAll("#checks li:not(.good, .bad, .unsure) .sr")) item.textContent = `: ${texts.skipped}`;
  if (code !== 1) {
    const chosen = entries.some((entry) => entry.facts.chosen);
    if (code === 0) tellVerdict("good", texts.holds, texts.holds_why);
    else tellVerdict("unsure", texts.half, chosen ? texts.chosen_why : texts.half_why);
    showResult(match);
  } else {
    tellVerdict("bad", texts.breaks, fill(texts.breaks_why, { check: texts.checks[entries.at(-1).check][0] }));
  }
}

document.documentElement.lang = language;
document.title = `Flipside: ${texts.title}`;
for (const node of document.querySelectorAll("[data-text]")) node.textContent = texts[node.dataset.text];
listChecks();
byId("file").addEventListener("change", (event) => {
  if (event.target.files.length) check(event.target.files[0]);
  event.target.value = ""; // the same file may be chosen again
});
byId("origins").addEventListener("change", () => shown && check(shown));
const drop = byId("drop");
for (const kind of ["dragenter", "dragover", "dragleave", "drop"]) {
  document.addEventListener(kind, (event) => {
    event.preventDefault(); // else the browser would open the file
    drop.classList.toggle("over", kind === "dragenter" || kind === "dragover");
    if (kind === "drop" && event.dataTransfer.files.length) check(event.dataTransfer.files[0]);
  });
}
