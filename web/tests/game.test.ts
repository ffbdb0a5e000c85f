// A game is asked for while it is followed, and only then.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { openGame } from "../src/games/game.ts";

let asked: Request[] = [];
let answer: (request: Request) => Promise<Response>;

const silence = (request: Request) =>
  new Promise<Response>((_, fail) => request.signal.addEventListener("abort", () => fail(request.signal.reason)));
const noLine = async () => {
  throw new TypeError("no line");
};

globalThis.fetch = (input, init) => {
  const request = new Request(input as Request, init);
  asked.push(request);
  return answer(request);
};

async function settle(): Promise<void> {
  for (let round = 0; round < 30; round++) await new Promise((done) => setImmediate(done));
}

beforeEach(() => {
  asked = [];
  mock.timers.enable({ apis: ["setTimeout"] });
});

afterEach(() => mock.timers.reset());

test("a table that is left before it is followed has asked for nothing", async () => {
  answer = silence;
  openGame("game");
  await settle();
  assert.equal(asked.length, 0);
});

test("what is under way ends with the following", async () => {
  answer = silence;
  const leave = openGame("game").follow();
  await settle();
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [false]);
  leave();
  await settle();
  assert.deepEqual(asked.map(({ signal }) => signal.aborted), [true]);
});

test("without a line it is asked again after longer and longer pauses, until it is left", async () => {
  answer = noLine;
  const opened = openGame("game");
  const leave = opened.follow();
  await settle();
  assert.equal(opened.isConnected.value, false);
  for (const [longest, count] of [[2_000, 2], [4_000, 3], [8_000, 4]] as const) {
    mock.timers.tick(longest / 2 - 1);
    await settle();
    assert.equal(asked.length, count - 1);
    mock.timers.tick(longest / 2 + 1);
    await settle();
    assert.equal(asked.length, count);
  }
  leave();
  mock.timers.tick(60_000);
  await settle();
  assert.equal(asked.length, 4);
});

test("it is asked at once when the device is online again", async () => {
  answer = noLine;
  const leave = openGame("game").follow();
  await settle();
  dispatchEvent(new Event("online"));
  await settle();
  assert.equal(asked.length, 2);
  leave();
});
