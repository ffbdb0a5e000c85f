// Orders as they are written: a plan of cards that the hand has, each once, in the order of the taps.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { CardView } from "flipside-client";
import { aimed, colored, doNothing, draftOf, ordersOf, toggled, withoutColor, withoutTarget } from "../src/screens/table/orders/draft.ts";

const hand = ["R5", "R5", "W", "G1"].map((card, handle) => ({ card, handle, back: null })) as unknown as CardView[];
const [five, other, wild, one] = hand as [CardView, CardView, CardView, CardView];
const isWild = (card: string) => card === "W";

test("cards join the plan in the order of the taps, and leave it with the next", () => {
  const plan = toggled(toggled([], wild), other);
  assert.deepEqual(plan.map(({ handle }) => handle), [2, 1]);
  assert.deepEqual(toggled(plan, wild).map(({ handle }) => handle), [1]);
});

test("a plan has three cards at most", () => {
  const plan = [five, other, wild, one].reduce(toggled, [] as ReturnType<typeof toggled>);
  assert.deepEqual(plan.map(({ handle }) => handle), [0, 1, 2]);
});

test("a wild waits for its color", () => {
  const plan = toggled([], wild);
  assert.equal(withoutColor(plan, isWild)?.handle, 2);
  assert.equal(withoutColor(colored(plan, 2, "G"), isWild), undefined);
});

test("a card that is aimed waits for its seat", () => {
  const plan = toggled([], five);
  const targets = new Map([["R5", [1, 2]]]);
  assert.equal(withoutTarget(plan, new Map()), undefined);
  assert.equal(withoutTarget(plan, targets)?.handle, 0);
  assert.equal(withoutTarget(aimed(plan, 0, 2), targets), undefined);
  assert.deepEqual(draftOf(ordersOf({ ...draftOf(null, hand), plan: aimed(plan, 0, 2) }), hand).plan, aimed(plan, 0, 2));
});

test("orders come back as they were left, each card once", () => {
  const draft = { ...draftOf(null, hand), challenge: 4, plan: colored([five, other, wild].reduce(toggled, [] as ReturnType<typeof toggled>), 2, "G") };
  const again = draftOf(ordersOf(draft), hand);
  assert.deepEqual(again, draft);
  assert.deepEqual(draftOf(ordersOf(draft), hand.slice(1)).plan.map(({ handle }) => handle), [1, 2]);
});

test("to call UNO and to be asked are no orders alone", () => {
  const draft = draftOf(null, hand);
  assert.ok(doNothing({ ...draft, callsUno: true }));
  assert.ok(!doNothing({ ...draft, challenge: 0 }));
});
