// What the reader's own hand has, for the sake of a choice.

import type { CardWords, Game } from "flipside-client";
import { words } from "../../../catalogue/catalogue.ts";

/** How many cards of a color the reader holds. */
export function colorsHeld(game: Game, color: string): number {
  return faces(game).filter((face) => face.color === color).length;
}

/** How many cards with a number the reader holds. */
export function numbersHeld(game: Game, number: string): number {
  return faces(game).filter(({ kind, symbol }) => kind === "number" && symbol === number).length;
}

function faces({ view }: Game): CardWords[] {
  return (view.hand ?? []).flatMap(({ card }) => words.value?.card.get(card) ?? []);
}
