// The card that was laid but is not answered yet: it lies on the pile, and its place in the hand is empty.

import type { CardView, Game } from "flipside-client";
import { onTheWay } from "../../moves/outbox.ts";

export function cardOnTheWay(game: Game): CardView | undefined {
  const laid = onTheWay(game).find(({ type }) => type === "play" || type === "jump");
  if (laid === undefined || !("card" in laid)) return undefined;
  const alike = game.view.hand?.filter(({ card }) => card === laid.card) ?? [];
  const handle = "handle" in laid ? laid.handle : null;
  return alike.find((card) => card.handle === handle) ?? alike[0];
}
