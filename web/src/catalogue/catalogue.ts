// The service's words for cards, colors, options and events, in the language of the page. Kept by the browser's cache.

import { effect, signal } from "@preact/signals";
import type { CardWords, Catalogue, Color, ColorWords } from "flipside-client";
import { client } from "../session/session.ts";

export interface Words extends Catalogue {
  card: ReadonlyMap<string, CardWords>;
  color: ReadonlyMap<string, ColorWords>;
}

/** Undefined until the service has answered for the first time. */
export const words = signal<Words | undefined>(undefined);

effect(() => {
  const asked = client.value;
  asked.get("/v1/catalogue").then(
    (catalogue) => {
      if (client.peek() !== asked) return;
      const card = new Map(catalogue.cards.map((one) => [one.card, one]));
      const color = new Map(catalogue.colors.map((one) => [one.color, one]));
      words.value = { ...catalogue, card, color };
    },
    () => {}, // nobody answers: the screens say so
  );
});

/** The name of a card, such as `Green 7`; its notation if the catalogue does not know it. */
export function cardName(card: string): string {
  return words.value?.card.get(card)?.name ?? card;
}

/** The name of a color, such as `green`. */
export function colorName(color: Color | string): string {
  return words.value?.color.get(color)?.name ?? color;
}
