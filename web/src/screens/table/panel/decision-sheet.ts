// Which sheet an open decision of the reader has. Most need none: the hand and the buttons are enough.

import type { CardView, Command, Game } from "flipside-client";
import { discards, movesWith, question } from "../../../moves/moves.ts";

export type DecisionSheet =
  | { ask: "challenge" | "discard" | "choice"; commands: readonly Command[] }
  | { ask: "drawn"; commands: readonly Command[]; card: CardView };

const ANSWERS = new Set(["accept", "challenge", "take"]);

/** Undefined if there is no decision that needs one. */
export function decisionSheet(game: Game): DecisionSheet | undefined {
  const { view, legal_commands } = game;
  if (view.decision === null) return undefined;
  if (legal_commands.some(({ type }) => type === "challenge")) {
    return { ask: "challenge", commands: legal_commands.filter(({ type }) => ANSWERS.has(type)) };
  }
  const severally = discards(game);
  if (severally.length > 0) return { ask: "discard", commands: severally };
  const choices = legal_commands.filter(({ type }) => type === "color" || type === "wheel");
  if (question(choices) !== undefined) return { ask: "choice", commands: choices };
  return view.decision.kind === "drawn_card" ? drawn(game, view.decision.handle) : undefined;
}

/** The card just drawn, and what else may be done than to play it. */
function drawn(game: Game, handle: number | null): DecisionSheet | undefined {
  const card = game.view.hand?.find((one) => one.handle === handle);
  const passes = game.legal_commands.filter(({ type }) => type === "pass");
  if (card === undefined || passes.length === 0 || movesWith(game, card).length === 0) return undefined;
  return { ask: "drawn", commands: passes, card };
}
