// What a person sets for a new table.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Option, Ruleset } from "flipside-client";
import { forgetWish, wanted, Wish } from "../src/screens/new-table/wish.ts";

function option(name: string, value: Option["default"]): Option {
  return { name, kind: "option", type: "choice", values: [], default: value, summary: "", source: "" };
}

function ruleset(name: string, others: Partial<Ruleset> = {}): Ruleset {
  const [family = name, edition = "base"] = name.split("-");
  return {
    name, ruleset: family, edition, titles: {}, least_seats: 2, most_seats: 10, cards: 112, defaults: {}, not_applicable: {},
    needs: {}, ...others,
  };
}

function wish(): Wish {
  const made = new Wish();
  made.rulesets.value = {
    rulesets: [
      ruleset("flip"),
      ruleset("flip-transformers", { defaults: { scoring: "single_round" } }),
      ruleset("classic", { not_applicable: { flip_starter: "there is no Flip card" } }),
    ],
    options: [option("scoring", "winner_takes"), option("target", 500), option("flip_starter", "apply")],
    conflicts: [],
    themes: {},
  };
  return made;
}

test("the usual value is no change", () => {
  const made = wish();
  made.set("target", 300);
  assert.deepEqual(made.sent.value, { ruleset: "flip", edition: "base", target: 300 });
  made.set("target", 500);
  assert.deepEqual(made.options.value, {});
});

test("a preset is taken over, and is told from settings of the person's own", () => {
  const made = wish();
  const quick = { options: { ruleset: "flip", edition: "base", target: 150, scoring: "winner_takes" }, clock: "half_day" };
  assert.equal(made.isLike(quick), false);
  made.take(quick);
  assert.deepEqual(made.options.value, { target: 150 }, "the usual value is no change");
  assert.deepEqual([made.clock.value, made.seats.value, made.isPrivate.value], ["half_day", 4, false]);
  assert.equal(made.isLike(quick), true);
  made.set("target", 321);
  assert.equal(made.isLike(quick), false);
  made.set("target", 150);
  made.setRuleset("classic");
  assert.equal(made.isLike(quick), false, "it is another game");
});

test("an edition of one round is told to count points for a longer match", () => {
  const made = wish();
  made.take({ options: { ruleset: "flip", edition: "transformers", scoring: "winner_takes" }, clock: "day" });
  assert.deepEqual(made.sent.value, { ruleset: "flip", edition: "transformers", scoring: "winner_takes" });
});

test("a preset of a person brings seats, spectators and its clock along", () => {
  const made = wish();
  const clock = {
    turn: 7200, bank: null, increment: 0, cap: null, answer: null, weekends: false, late: "lenient", autopilot_after: 3,
  } as const;
  const own = { options: { ruleset: "classic" }, clock, seats: 3, private: false, spectators: "none" };
  made.bots.value = 3;
  made.take(own);
  assert.deepEqual(made.shape(), {
    options: { ruleset: "classic", edition: "base" }, seats: 3, clock, private: false, spectators: "none", min_reliability: null,
  });
  assert.equal(made.bots.value, 2, "one seat is the person's own");
  assert.equal(made.isLike(own), true);
});

test("only a public table seats people who look for a match", () => {
  const made = wish();
  made.isOpenToSeeks.value = true;
  assert.equal(made.request().open_to_seeks, true);
  made.isPrivate.value = true;
  assert.equal(made.request().open_to_seeks, false);
});

test("another ruleset drops what it does not have", () => {
  const made = wish();
  made.set("flip_starter", "redraw");
  made.set("target", 300);
  made.setRuleset("classic");
  assert.deepEqual(made.sent.value, { ruleset: "classic", edition: "base", target: 300 });
});

test("another ruleset has as many seats as it allows, and one of them is the person's own", () => {
  const made = wish();
  made.rulesets.value = { ...made.rulesets.value!, rulesets: [ruleset("flip"), ruleset("small", { most_seats: 4 })] };
  made.setSeats(8);
  made.bots.value = 7;
  made.setRuleset("small");
  assert.deepEqual([made.seats.value, made.bots.value], [4, 3]);
});

test("a private table has no spectators, whatever was chosen before", () => {
  const made = wish();
  made.watch.value = "open";
  assert.equal(made.request().spectators, "open");
  made.isPrivate.value = true;
  assert.equal(made.request().spectators, null);
});

test("a wish is kept until its table is open", () => {
  wanted().setSeats(7);
  assert.equal(wanted().seats.value, 7);
  forgetWish();
  assert.equal(wanted().seats.value, 4);
});
