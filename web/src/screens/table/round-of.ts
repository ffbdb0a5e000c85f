// The round and the game in words: `Round 2 · UNO Flip!`. Whoever watches the first round sees none yet.

import type { Game } from "flipside-client";
import { rulesetWords } from "../../catalogue/catalogue.ts";
import { tableTexts } from "./texts.ts";

export function roundOf(game: Game): string {
  const title = rulesetWords(game)?.title ?? "";
  return game.view.round === 0 ? title : tableTexts().round(game.view.round, title);
}
