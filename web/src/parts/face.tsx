// A card's face: its name as text, and its drawing, which only eyes need.

import type { Color } from "flipside-client";
import { cardName, words } from "../catalogue/catalogue.ts";

/** How much of a face is drawn: all of it, sign and shape (32 to 55 px wide), or the index alone (below 32 px). */
export type Level = "full" | "sign" | "chip";

const SUFFIX: Record<Level, string> = { full: "", sign: "-sign", chip: "-chip" };

/** The drawing of a face. Whoever shows it writes its name beside it. */
export function Drawing({ card, level = "full" }: { card: string; level?: Level }) {
  const drawings = words.value?.drawings;
  const id = words.value?.card.get(card)?.drawing;
  return (
    <svg class={`drawing ${level}`} viewBox={level === "full" ? "0 0 100 140" : "0 0 60 84"} aria-hidden="true">
      {drawings !== undefined && id !== undefined && <use href={`${drawings}#${id}${SUFFIX[level]}`} />}
    </svg>
  );
}

export function Face({ card, level = "full" }: { card: string; level?: Level }) {
  return (
    <span class="face">
      <span class="name">{cardName(card)}</span>
      <Drawing card={card} level={level} />
    </span>
  );
}

/** The shape of a color on its ground. */
export function ColorSign({ color }: { color: Color | string }) {
  const drawings = words.value?.drawings;
  return (
    <svg class="color-sign" viewBox="0 0 28 28" aria-hidden="true">
      {drawings !== undefined && <use href={`${drawings}#color-${color}`} />}
    </svg>
  );
}
