// The service's words for cards, colors, options and events, in the language of the page. Kept by the browser's cache.

import { effect, signal } from "@preact/signals";
import { type CardWords, type Catalogue, Client, type Color, type ColorWords } from "flipside-client";
import { language } from "../texts/language.ts";

export interface Words extends Catalogue {
  card: ReadonlyMap<string, CardWords>;
  color: ReadonlyMap<string, ColorWords>;
}

/** Undefined until the service has answered for the first time. */
export const words = signal<Words | undefined>(undefined);

// It is the same for everybody, so nobody waits for who is signed in.
effect(() => {
  const asked = language.value;
  new Client(location.origin, { language: asked }).get("/v1/catalogue").then(
    (catalogue) => {
      if (language.peek() !== asked) return;
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
