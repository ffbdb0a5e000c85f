// The order of a hand: by color, then as the catalogue lists the cards; wilds come last.

import type { CardView } from "flipside-client";
import { words } from "../../catalogue/catalogue.ts";

export function sorted(hand: readonly CardView[]): CardView[] {
  const cards = new Map(words.value?.cards.map(({ card }, place) => [card as string, place]));
  const colors = new Map(words.value?.colors.map(({ color }, place) => [color as string, place]));
  const place = ({ card, handle }: CardView): [number, number, number] => [
    colors.get(words.value?.card.get(card)?.color ?? "") ?? colors.size,
    cards.get(card) ?? cards.size,
    handle,
  ];
  return hand
    .map((card) => ({ card, at: place(card) }))
    .sort(({ at: one }, { at: other }) => one[0] - other[0] || one[1] - other[1] || one[2] - other[2])
    .map(({ card }) => card);
}
