// Which requests the service worker answers, and what a push shows and opens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, open, pushOf } from "../src/worker/notifications.ts";
import { wayOf } from "../src/worker/routes.ts";

const ORIGIN = "https://flipside.example";
const way = (path: string, mode = "cors", method = "GET") =>
  wayOf({ method, mode, url: new URL(path, ORIGIN).href }, ORIGIN, ["games", "new"]);

test("screens come from the network first, other pages of the service are left alone", () => {
  for (const path of ["/", "/games/1", "/new?preset=flip"]) assert.equal(way(path, "navigate"), "page", path);
  for (const path of ["/docs", "/join/abc", "/m/1", "/gamesome"]) assert.equal(way(path, "navigate"), undefined, path);
});

test("files that are named by their content come from the cache first", () => {
  assert.equal(way("/assets/main-ABCDEFGH.js"), "kept");
  assert.equal(way("/v1/catalogue/faces.svg?version=0123456789abcdef"), "kept");
  assert.equal(way("/v1/catalogue/faces.svg"), undefined);
});

test("the service's words come from the network first", () => {
  assert.equal(way("/v1/catalogue"), "words");
});

test("what belongs to a player, other hosts and changes are left alone", () => {
  assert.equal(way("/v1/games/1"), undefined);
  assert.equal(way("/v1/games/1/commands", "cors", "POST"), undefined);
  assert.equal(way("https://elsewhere.example/assets/main-ABCDEFGH.js"), undefined);
});

test("a push without sense shows the name of the product", () => {
  for (const text of [undefined, "", "{", '{"body":"no title"}', "null"]) {
    assert.deepEqual(pushOf(text), { title: "Flipside", body: "" });
  }
  assert.equal(pushOf('{"title":"Your turn"}').title, "Your turn");
});

test("a tap opens an invitation, else the game, else the page, never another host", () => {
  const push = { title: "Your turn", body: "" };
  assert.equal(addressOf({ ...push, data: { game_id: "1", data: { code: "BCDF-2345" } } }, ORIGIN), "/join/BCDF-2345");
  const offered = { kind: "loan_offered", game_id: "1", data: { code: "BCDF-2345", by: 2 } };
  assert.equal(addressOf({ ...push, data: offered }, ORIGIN), "/join/BCDF-2345/1/2");
  assert.equal(addressOf({ ...push, data: { game_id: "1" }, url: `${ORIGIN}/m/2` }, ORIGIN), "/games/1");
  assert.equal(addressOf({ ...push, url: `${ORIGIN}/m/2?x=1` }, ORIGIN), "/m/2?x=1");
  assert.equal(addressOf({ ...push, url: "https://elsewhere.example/" }, ORIGIN), "/");
  assert.equal(addressOf({ ...push, url: "javascript:alert(1)" }, ORIGIN), "/");
  assert.equal(addressOf(push, ORIGIN), "/");
});

/** Windows of the browser that note what they are told; `opened`: the addresses of new ones. */
function windows(...paths: string[]) {
  const told: string[] = [];
  const opened: string[] = [];
  const all = paths.map((path) => ({
    url: new URL(path, ORIGIN).href,
    focus: async () => void told.push(`focus ${path}`),
    postMessage: (message: { open: string }) => void told.push(`${path} opens ${message.open}`),
  }));
  const clients = { matchAll: async () => all, openWindow: async (address: string) => void opened.push(address) };
  const tap = (data: string) =>
    open(clients as unknown as Clients, { data, close: () => {} } as unknown as Notification, ["games", "you"]);
  return { told, opened, tap };
}

test("a tap comes to the tab that shows the game, or else to another tab of the client", async () => {
  const { told, opened, tap } = windows("/you", "/games/1");
  await tap("/games/1");
  await tap("/games/2");
  assert.deepEqual(told, ["focus /games/1", "focus /you", "/you opens /games/2"]);
  assert.deepEqual(opened, []);
});

test("pages that cannot show a screen are left as they are", async () => {
  const { told, opened, tap } = windows("/docs", "/m/3");
  await tap("/games/1");
  assert.deepEqual([told, opened], [[], ["/games/1"]]);
});

test("a page of the service that is no screen gets a window of its own", async () => {
  const { told, opened, tap } = windows("/you");
  await tap("/m/2?x=1");
  assert.deepEqual([told, opened], [[], ["/m/2?x=1"]]);
});
