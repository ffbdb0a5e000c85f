// What a share card shows, and to whom the service would show it too.

import "./no-network.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { Game, TableSeat } from "flipside-client";
import { session } from "../src/session/session.ts";
import type { ShareCard } from "../src/share-card/card.ts";
import { draw, type Faces, fit, lines, type Measure } from "../src/share-card/drawing.ts";
import { publicGame, publicState } from "../src/share-card/public-view.ts";

const measure: Measure = (text, size) => [...text].length * size * 0.5;
const FACES: Faces = {
  sprite: '<svg><symbol id="L-R7" viewBox="0 0 100 140"><path d="M1"/></symbol><symbol id="L-R7-chip" viewBox="0 0 60 84"><path d="M2"/></symbol></svg>',
  idOf: (card) => `L-${card}`,
};
const CARD: ShareCard = {
  side: "L", sideName: "Light side", title: "Ann won the match", subtitle: "Round 3", discard: ["R7"], address: "flipside.example",
  rows: [
    { name: "Ann", value: "512 points", short: "512", note: "+40", isWinner: true },
    { name: "Bert", value: "340 points", short: "340", note: "", isWinner: false },
  ],
};

test("it is drawn from the full face of each card, and names nothing outside itself", () => {
  const svg = draw(CARD, FACES, measure);
  assert.match(svg, /viewBox="0 0 100 140"><path d="M1"\/><\/svg>/);
  assert.doesNotMatch(svg, /M2|href|url\(|style=/);
  for (const text of ["Ann won the match", "512 points", "+40", "Bert", "flipside.example", "Light side"]) assert.ok(svg.includes(`>${text}<`), text);
});

test("a card without a drawing, and a match without cards, leave their place empty", () => {
  assert.doesNotMatch(draw({ ...CARD, discard: ["Q9"] }, FACES, measure), /<path d="M1"/);
  assert.doesNotMatch(draw({ ...CARD, discard: [], sideName: "" }, FACES, measure), /undefined|Light side/);
});

test("a name is text, whatever it consists of", () => {
  const [first] = CARD.rows;
  assert.ok(first !== undefined);
  const svg = draw({ ...CARD, rows: [{ ...first, name: "<b>&\u0000" }] }, FACES, measure);
  assert.ok(svg.includes(">&lt;b&gt;&amp;<"));
});

test("ten rows stand in two columns with short values, and none below the other's line", () => {
  const rows = Array.from({ length: 10 }, (_, seat) => ({ name: `Seat ${seat}`, value: `${seat} points`, short: `${seat}`, note: "+1", isWinner: false }));
  const svg = draw({ ...CARD, rows }, FACES, measure);
  assert.doesNotMatch(svg, /points<|\+1</);
  const places = [...svg.matchAll(/<text x="([\d.]+)" y="([\d.]+)"[^>]*>Seat \d</g)].map(([, x, y]) => [Number(x), Number(y)]);
  assert.equal(new Set(places.map(([x]) => x)).size, 2);
  assert.ok(places.every(([, y = 0]) => y < 546));
});

test("a text that is too wide ends in an ellipsis; a title has two lines at most", () => {
  assert.equal(fit("short", 10, 400, 100, measure), "short");
  assert.equal(fit("much too long", 10, 400, 40, measure), "much to…");
  assert.equal(fit("ab cdef", 10, 400, 20, measure), "ab…");
  assert.deepEqual(lines("one two three four", 10, 400, 40, 2, measure), ["one two", "three f…"]);
  assert.deepEqual(lines("one", 10, 400, 40, 2, measure), ["one"]);
});

const bot = { seat: 1, kind: "bot" } as TableSeat;
const person = { seat: 1, kind: "player" } as TableSeat;
const me = { seat: 0, kind: "player" } as TableSeat;
const GAME = { id: "g", private: false, status: "finished", your_seat: 0, seats: [me, person] } as Game;

let asked: (string | null)[] = [];
beforeEach(() => {
  asked = [];
  session.value = { token: "secret", player: "p", name: "Ann", guest: false };
  globalThis.fetch = (request) => {
    asked.push((request as Request).headers.get("Authorization"));
    return Promise.resolve(Response.json(GAME));
  };
});

test("a public match is read as everybody sees it, without the person's token", async () => {
  assert.deepEqual(await publicGame(GAME), GAME);
  assert.deepEqual(asked, [null]);
});

test("a private match with others, or a hidden one that goes on, has no picture, and nothing is asked", async () => {
  assert.equal(await publicGame({ ...GAME, private: true }), null);
  assert.equal(await publicGame({ ...GAME, private: true, status: "running", seats: [me, bot] }), null);
  assert.equal(await publicGame({ ...GAME, status: "running", spectators: "none" }), null);
  assert.equal(await publicGame({ ...GAME, private: true, your_seat: null, seats: [bot] }), null);
  assert.deepEqual(asked, []);
});

test("a moment that everybody sees only later has no picture, and its table is not asked for", async () => {
  globalThis.fetch = (request) => {
    asked.push(new URL((request as Request).url).pathname);
    return Promise.resolve(Response.json({ ...GAME, version: 40 }));
  };
  assert.equal(await publicState({ ...GAME, status: "running" }, 41), null);
  assert.deepEqual(asked, ["/v1/games/g"]);
  assert.notEqual(await publicState({ ...GAME, status: "running" }, 40), null);
  assert.deepEqual(asked.at(-1), "/v1/games/g/states/40");
});

test("a private match against bots that is over is the person's own", async () => {
  assert.deepEqual(await publicGame({ ...GAME, private: true, seats: [me, bot] }), GAME);
  assert.deepEqual(asked, ["Bearer secret"]);
});

test("what the service refuses to everybody has no picture; no network is not a refusal", async () => {
  globalThis.fetch = () => Promise.resolve(Response.json({ type: "", title: "", status: 404, code: "game_not_found", detail: "" }, { status: 404 }));
  assert.equal(await publicGame(GAME), null);
  globalThis.fetch = () => Promise.reject(new TypeError("offline"));
  await assert.rejects(publicGame(GAME));
});
