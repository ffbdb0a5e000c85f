// The service's words for cards, colors, rulesets, options and events, in the language of the page.

import { effect, signal } from "@preact/signals";
import type { CardWords, Catalogue, Color, ColorWords, GameSummary, RulesetWords } from "flipside-client";
import { untilAnswered } from "../session/retry.ts";
import { client } from "../session/session.ts";

export interface Words extends Catalogue {
  card: ReadonlyMap<string, CardWords>;
  color: ReadonlyMap<string, ColorWords>;
}

/** Undefined until the service has answered for the first time; in the language before until it has in the new one. */
export const words = signal<Words | undefined>(undefined);

effect(() => {
  const asked = client.value;
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
