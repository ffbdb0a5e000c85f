// Drawings of faces and colors, which only eyes need: their names stand beside them as text.

import type { Color } from "flipside-client";
import { words } from "../catalogue/catalogue.ts";

/** How much of a face is drawn: all of it, sign and shape (32 to 55 px wide), or the index alone (below 32 px). */
export type Level = "full" | "sign" | "chip";

const SUFFIX: Record<Level, string> = { full: "", sign: "-sign", chip: "-chip" };

export function Drawing({ card, level = "full" }: { card: string; level?: Level }) {
  const drawings = words.value?.drawings;
  const id = words.value?.card.get(card)?.drawing;
  return (
    <svg class={`drawing ${level}`} viewBox={level === "full" ? "0 0 100 140" : "0 0 60 84"} aria-hidden="true">
      {drawings !== undefined && id !== undefined && <use href={`${drawings}#${id}${SUFFIX[level]}`} />}
    </svg>
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
