// The device keeps the games that were seen last.

import assert from "node:assert/strict";
import { test } from "node:test";
import { tooMany } from "../src/games/kept.ts";

test("the games seen longest ago go first, in whatever order they lie", () => {
  const games: [string, { seen: number }][] = [["old", { seen: 1 }], ["new", { seen: 3 }], ["middle", { seen: 2 }]];
  assert.deepEqual(tooMany(games, 2), ["old"]);
  assert.deepEqual(tooMany(games, 3), []);
});
