// What a game waits for, in the service's words.

import type { Game } from "flipside-client";
import { words } from "./catalogue.ts";
import { sentence } from "./sentences.ts";

/** What is to be decided, `Name a color.`; an empty text before the catalogue is there. */
export function decisionSentence(game: Game): string {
  const { decision, phase } = game.view;
  if (decision === null && phase !== "turn") return words.value?.phases[phase] ?? "";
  const kind = decision?.kind ?? "turn";
  return sentence(words.value?.decisions[kind], { seat: game.turn, ...decision }, game);
}
