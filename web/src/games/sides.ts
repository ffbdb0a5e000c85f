// Whether a match is played with two-sided cards, so that its side is worth saying.

import type { View } from "flipside-client";

export function hasSides({ ruleset }: { ruleset: string }, { side, draw_pile }: Pick<View, "side" | "draw_pile">): boolean {
  return ruleset === "flip" || side === "D" || draw_pile.top_back !== null;
}
