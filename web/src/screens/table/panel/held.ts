// What the reader's own hand has, for the sake of a choice.

import type { Game } from "flipside-client";
import { words } from "../../../catalogue/catalogue.ts";

/** How many cards of a color the reader holds. */
export function colorsHeld({ view }: Game, color: string): number {
  return (view.hand ?? []).filter(({ card }) => words.value?.card.get(card)?.color === color).length;
}
