// Times and numbers as people say them, in each language.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { language, plural, texts } from "../src/texts/language.ts";
import { ago, isUrgent, left, now, setNow, span } from "../src/texts/times.ts";

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000];
const NOON = Date.parse("2026-11-25T12:00:00Z");
const at = (distance: number) => new Date(NOON + distance).toISOString();

beforeEach(() => {
  language.value = "en";
  now.value = NOON;
});

test("a length has its two largest units, an hour and more below a day only the hours", () => {
  assert.equal(span(2 * DAY + 4 * HOUR + 9 * MINUTE), "2d 4h");
  assert.equal(span(9 * HOUR + 59 * MINUTE), "9h");
  assert.equal(span(48 * MINUTE), "48m");
  assert.equal(span(2 * DAY), "2d");
  assert.equal(span(59_000), "0m");
});

test("a length is written as the language writes it", () => {
  language.value = "ru";
  assert.match(span(2 * DAY + 4 * HOUR), /^2.*д.* 4.*ч/);
  language.value = "fr";
  assert.match(span(2 * DAY + 4 * HOUR), /^2.*j.* 4.*h/);
});

test("time left ends at nothing and is urgent below two hours", () => {
  assert.equal(left(at(9 * HOUR)), "9h");
  assert.equal(left(at(-HOUR)), "0m");
  assert.equal(isUrgent(at(2 * HOUR)), false);
  assert.equal(isUrgent(at(2 * HOUR - 1)), true);
});

test("the past is told in minutes, hours and days; a clock that is ahead makes no future of it", () => {
  assert.equal(ago(at(-4 * MINUTE)), "4 min. ago");
  assert.equal(ago(at(-2 * HOUR)), "2 hr. ago");
  assert.equal(ago(at(-DAY)), "yesterday");
  assert.equal(ago(at(HOUR)), "this minute");
});

test("the service's clock counts, not the device's", () => {
  setNow(new Date(Date.now() + 3 * HOUR).toISOString());
  assert.equal(isUrgent(new Date(Date.now() + 4 * HOUR).toISOString()), true);
});

test("a word has the form of its number", () => {
  const cards = texts({
    en: { one: "# card", other: "# cards" },
    ru: { one: "# карта", few: "# карты", many: "# карт", other: "# карты" },
    fr: { one: "# carte", other: "# cartes" },
  });
  const said = (to: "en" | "ru" | "fr") => {
    language.value = to;
    return [0, 1, 2, 5, 21, 1000].map((count) => plural(count, cards()).replace(/\s/g, " "));
  };
  assert.deepEqual(said("en"), ["0 cards", "1 card", "2 cards", "5 cards", "21 cards", "1,000 cards"]);
  assert.deepEqual(said("ru"), ["0 карт", "1 карта", "2 карты", "5 карт", "21 карта", "1 000 карт"]);
  assert.deepEqual(said("fr"), ["0 carte", "1 carte", "2 cartes", "5 cartes", "21 cartes", "1 000 cartes"]);
});
