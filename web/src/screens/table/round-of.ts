// The round and the game in words: `Round 2 · UNO Flip!`.

import type { Game } from "flipside-client";
import { rulesetWords } from "../../catalogue/catalogue.ts";
import { tableTexts } from "./texts.ts";

export function roundOf(game: Game): string {
  return tableTexts().round(game.view.round, rulesetWords(game)?.title ?? "");
}
