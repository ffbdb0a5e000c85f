// What a player may do, as choices: everything is made of `legal_commands`, and nothing here knows a rule.

import type { CardView, Command, Game } from "flipside-client";

/** Members that a player chooses after the card, in the order in which they are asked. */
export const MEMBERS = ["to", "target", "dump", "color", "choice"] as const;
export type Member = (typeof MEMBERS)[number];
export type Answer = string | number | null;

/** The cards that a command names; none if it is about no card. */
export function cardsOf(command: Command): readonly string[] {
  if ("cards" in command) return command.cards ?? [];
  if ("card" in command) return [command.card];
  return command.type === "shout" ? [command.discard] : [];
}

/** The legal commands that name this card and no other. */
export function movesWith({ legal_commands }: Game, card: CardView): Command[] {
  return legal_commands.filter((command) => {
    const cards = cardsOf(command);
    return cards.length === 1 && cards[0] === card.card;
  });
}

/** The legal commands that name several cards, or none where others name some. */
export function movesWithSeveral({ legal_commands }: Game): Command[] {
  return legal_commands.filter((command) => command.type === "discard" && cardsOf(command).length !== 1);
}

/** The legal commands without a card, one for each button: those that differ in what is still to be chosen are one. */
export function movesWithoutCard({ legal_commands }: Game): Command[][] {
  const byType = new Map<string, Command[]>();
  for (const command of legal_commands) {
    if (cardsOf(command).length > 0 || command.type === "discard" || command.type === "catch") continue;
    byType.set(command.type, [...(byType.get(command.type) ?? []), command]);
  }
  return [...byType.values()];
}

/** The catch of a seat, if it is legal. */
export function catchOf({ legal_commands }: Game, seat: number): Command | undefined {
  return legal_commands.find((command) => command.type === "catch" && command.seat === seat);
}

/** What is to be asked next: the first member in which the commands differ. */
export function question(commands: readonly Command[]): Member | undefined {
  return MEMBERS.find((member) => answers(commands, member).length > 1);
}

/** The values of a member among commands, each once. */
export function answers(commands: readonly Command[], member: Member): Answer[] {
  return [...new Set(commands.map((command) => valueOf(command, member)))];
}

/** The commands that have this value. */
export function narrowed(commands: readonly Command[], member: Member, answer: Answer): Command[] {
  return commands.filter((command) => valueOf(command, member) === answer);
}

/** Whether UNO can be called with one of the commands. */
export function canCallUno(commands: readonly Command[]): boolean {
  return commands.some((command) => "uno" in command && command.uno === true);
}

/** The command that is left when nothing is to be asked; undefined while something is. */
export function settled(commands: readonly Command[], callsUno: boolean): Command | undefined {
  if (question(commands) !== undefined) return undefined;
  const wanted = commands.find((command) => ("uno" in command && command.uno === true) === callsUno);
  return wanted ?? commands[0];
}

/** The command for exactly this card of the hand, where there are equal faces. */
export function withHandle(command: Command, { handle }: CardView): Command {
  if (command.type === "discard") return { ...command, handles: [handle] };
  if (command.type === "play" || command.type === "jump" || command.type === "give" || command.type === "shout") {
    return { ...command, handle };
  }
  return command;
}

function valueOf(command: Command, member: Member): Answer {
  return ((command as unknown as Record<string, Answer | undefined>)[member] ?? null);
}
