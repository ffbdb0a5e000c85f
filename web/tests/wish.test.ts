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

test("a length sets and takes back what it stands for", () => {
  const made = wish();
  assert.equal(made.length.value, "full");
  made.setLength("round");
  assert.deepEqual(made.options.value, { scoring: "single_round" });
  made.setLength("quick");
  assert.deepEqual(made.options.value, { target: 200 });
  assert.equal(made.length.value, "quick");
  made.set("target", 321);
  assert.equal(made.length.value, null, "it is the person's own");
});

test("an edition of one round is told to count points for a longer match", () => {
  const made = wish();
  made.setRuleset("flip-transformers");
  assert.equal(made.length.value, "round");
  made.setLength("quick");
  assert.deepEqual(made.options.value, { scoring: "winner_takes", target: 200 });
  assert.equal(made.length.value, "quick");
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
