// What a command is called on a button.

import type { Command, Game } from "flipside-client";
import { words } from "../../../catalogue/catalogue.ts";
import { sentence } from "../../../catalogue/sentences.ts";

export function labelOf(command: Command, game: Game): string {
  const facts = { ...command, yes: "yes" in command ? (command.yes ?? true) : true };
  return sentence(words.value?.commands[command.type], facts, game);
}
