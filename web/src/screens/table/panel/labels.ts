// What a command is called on a button.

import type { Command, Game } from "flipside-client";
import { words } from "../../../catalogue/catalogue.ts";
import { sentence } from "../../../catalogue/sentences.ts";
import { answers, MEMBERS } from "../../../moves/moves.ts";

export function labelOf(command: Command, game: Game): string {
  const facts = { ...command, yes: "yes" in command ? (command.yes ?? true) : true };
  return sentence(words.value?.commands[command.type], facts, game);
}

/** The label of several commands: it says nothing of what is still to be chosen. */
export function bareLabel(commands: readonly Command[], game: Game): string {
  const [first] = commands;
  if (first === undefined) return "";
  const open = MEMBERS.filter((member) => answers(commands, member).length > 1);
  return labelOf({ ...first, ...Object.fromEntries(open.map((member) => [member, null])) } as Command, game);
}
