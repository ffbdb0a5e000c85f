// The service's words for cards, colors, rulesets, options and events, in the language of the page.

import { effect, signal } from "@preact/signals";
import { type CardWords, type Catalogue, Client, type Color, type ColorWords, type GameSummary, type RulesetWords } from "flipside-client";
import { untilAnswered } from "../session/retry.ts";
import { language } from "../texts/language.ts";

export interface Words extends Catalogue {
  card: ReadonlyMap<string, CardWords>;
  color: ReadonlyMap<string, ColorWords>;
}

/** Undefined until the service has answered for the first time; in the language before until it has in the new one. */
export const words = signal<Words | undefined>(undefined);

// It is the same for everybody, so nobody waits for who is signed in.
effect(() => {
  const asked = new Client(location.origin, { language: language.value });
  const controller = new AbortController();
  const { signal } = controller;
  untilAnswered(() => asked.get("/v1/catalogue", { signal }), signal).then(
    (catalogue) => {
      const card = new Map(catalogue.cards.map((one) => [one.card, one]));
      const color = new Map(catalogue.colors.map((one) => [one.color, one]));
      if (!signal.aborted) words.value = { ...catalogue, card, color };
    },
    () => {}, // somebody else asks by now, or in another language
  );
  return () => controller.abort();
});

/** The name of a card, such as `Green 7`; its notation if the catalogue does not know it. */
export function cardName(card: string): string {
  return words.value?.card.get(card)?.name ?? card;
}

/** The name of a color, such as `green`. */
export function colorName(color: Color | string): string {
  return words.value?.color.get(color)?.name ?? color;
}

/** The words for the ruleset of a game with its edition. */
export function rulesetWords({ ruleset, edition }: Pick<GameSummary, "ruleset" | "edition">): RulesetWords | undefined {
  const name = edition === "base" ? ruleset : `${ruleset}-${edition}`;
  return words.value?.rulesets.find((one) => one.name === name);
}
