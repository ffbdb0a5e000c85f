// What a game waits for, in the service's words.

import type { Game, GameSummary } from "flipside-client";
import { words } from "./catalogue.ts";
import { sentence } from "./sentences.ts";

/** What a game or its row in a list says of the decision. */
type Deciding = Pick<GameSummary, "turn" | "seats" | "your_seat"> & { view: Pick<Game["view"], "decision" | "phase"> };

/** What is to be decided, such as `Name a color.` Empty before the catalogue is there. */
export function decisionText(game: Deciding): string {
  const { decision, phase } = game.view;
  if (decision === null && phase !== "turn") return words.value?.phases[phase] ?? "";
  return sentence(words.value?.decisions[decision?.kind ?? "turn"], { seat: game.turn, ...decision }, game);
}
