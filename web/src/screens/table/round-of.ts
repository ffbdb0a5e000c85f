// The round and the game in words: `Round 2 · UNO Flip!`.

import type { Game } from "flipside-client";
import { words } from "../../catalogue/catalogue.ts";
import { tableTexts } from "./texts.ts";

export function roundOf({ ruleset, edition, view }: Game): string {
  const name = edition === "base" ? ruleset : `${ruleset}-${edition}`;
  const title = words.value?.rulesets.find((one) => one.name === name)?.title;
  return tableTexts().round(view.round, title ?? "");
}
