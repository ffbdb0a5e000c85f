// The words of the service are asked for until they come, in the language of the page.

import "./no-network.ts";
import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import type { Catalogue } from "flipside-client";
import { words } from "../src/catalogue/catalogue.ts";
import { language } from "../src/texts/language.ts";

const asked: string[] = [];
let answers = 0;

/** The service answers so many requests; then nobody does. */
globalThis.fetch = async (input, init) => {
  const request = new Request(input as Request, init);
  asked.push(request.headers.get("Accept-Language") ?? "");
  if (answers === 0) throw new TypeError("no line");
  answers -= 1;
  const catalogue = { language: asked.at(-1), cards: [], colors: [] } as unknown as Catalogue;
  return new Response(JSON.stringify(catalogue), { headers: { "Content-Type": "application/json" } });
};

mock.timers.enable({ apis: ["setTimeout"] });

/** Let everything happen that waits for nothing from outside. */
async function settle(): Promise<void> {
  for (let round = 0; round < 20; round++) await new Promise((done) => setImmediate(done));
}

beforeEach(async () => {
  answers = 1;
  language.value = language.value === "en" ? "fr" : "en";
  await settle();
  answers = 0;
  asked.length = 0;
});

test("words that did not come are asked for again, after longer and longer pauses", async () => {
  language.value = "ru";
  await settle();
  assert.equal(asked.length, 1);
  mock.timers.tick(2_000);
  await settle();
  assert.equal(asked.length, 2);
  mock.timers.tick(1_999); // at least half of 4 seconds
  await settle();
  assert.equal(asked.length, 2);
  answers = 1;
  mock.timers.tick(2_001);
  await settle();
  assert.equal(words.value?.language, "ru");
  mock.timers.tick(600_000);
  await settle();
  assert.equal(asked.length, 3, "there is nothing more to ask");
});

test("words are asked for at once when the device is online again", async () => {
  language.value = "ru";
  await settle();
  answers = 1;
  dispatchEvent(new Event("online"));
  await settle();
  assert.equal(words.value?.language, "ru");
});

test("a language that was left is not asked for any more, and the words before it stay", async () => {
  const before = words.value?.language;
  language.value = "ru";
  await settle();
  assert.equal(words.value?.language, before);
  language.value = "fr";
  answers = 1;
  await settle();
  mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.filter((one) => one === "ru").length, 1);
});
