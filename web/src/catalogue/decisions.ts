// What a game waits for, in the service's words.

import type { Game } from "flipside-client";
import { words } from "./catalogue.ts";
import { sentence } from "./sentences.ts";

/** What is to be decided, such as `Name a color.` Empty before the catalogue is there. */
export function decisionText(game: Game): string {
  const { decision, phase } = game.view;
  if (decision === null && phase !== "turn") return words.value?.phases[phase] ?? "";
  return sentence(words.value?.decisions[decision?.kind ?? "turn"], { seat: game.turn, ...decision }, game);
}
