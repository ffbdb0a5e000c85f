// Names of seats, as sentences have them.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Seat } from "flipside-client";
import { seatName } from "../src/games/names.ts";

const seat = (name: string) => ({ seat: 0, kind: "human", name, bot: null }) as Seat;

test("a name from right to left leaves the sentence around it in order", () => {
  assert.equal(`${seatName(seat("محمد"))}: 4`, "\u2068محمد\u2069: 4");
  assert.equal(seatName(seat("Аня")), "Аня");
});
