// The order of a hand.

import "./no-network.ts";
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import type { CardView, Catalogue } from "flipside-client";
import { type Words, words } from "../src/catalogue/catalogue.ts";
import { sorted } from "../src/screens/table/hand-order.ts";

const CARDS = [
  ["R1", "R", "number"],
  ["R9", "R", "number"],
  ["RS", "R", "action"],
  ["G1", "G", "number"],
  ["W", null, "wild"],
] as const;

beforeEach(() => {
  const cards = CARDS.map(([card, color, kind]) => ({ card, color, kind, side: "L" })) as Catalogue["cards"];
  const colors = [{ color: "R" }, { color: "G" }] as Catalogue["colors"];
  words.value = {
    cards,
    colors,
    card: new Map(cards.map((one) => [one.card, one])),
    color: new Map(colors.map((one) => [one.color, one])),
  } as unknown as Words;
});

const held = (...cards: string[]) => cards.map((card, handle) => ({ card, handle }) as CardView);

test("a hand is sorted by color, numbers before actions, wilds last", () => {
  const order = sorted(held("W", "G1", "RS", "R9", "R1")).map(({ card }) => card);
  assert.deepEqual(order, ["R1", "R9", "RS", "G1", "W"]);
});

test("equal cards keep the order of their handles", () => {
  const order = sorted(held("G1", "R1", "R1")).map(({ handle }) => handle);
  assert.deepEqual(order, [1, 2, 0]);
});
