// What a player may do, as choices: everything is made of `legal_commands`, and nothing here knows a rule.

import type { CardView, Command, Game } from "flipside-client";

/** What is asked for after the card, in this order. */
export const MEMBERS = ["to", "target", "dump", "color", "choice"] as const;
/** Those that may be left out and named all the same. To leave out `dump` is an answer: nothing goes. */
const NAMED = ["to", "target", "color"] as const;
export type Member = (typeof MEMBERS)[number];
export type Answer = string | number | null;

/** The part of a game that choices are made of. */
export type Moves = Pick<Game, "legal_commands">;

/** The cards that a command names; none if it is about no card. */
export function cardsOf(command: Command): readonly string[] {
  if (command.type === "discard") return command.cards ?? [];
  if (command.type === "shout") return [command.discard];
  return "card" in command ? [command.card] : [];
}

/** The legal commands that name this face and no other. */
export function movesWith({ legal_commands }: Moves, { card }: Pick<CardView, "card">): Command[] {
  const all = legal_commands.filter((command) => {
    const cards = cardsOf(command);
    return cards.length === 1 && cards[0] === card;
  });
  return named(all);
}

/** Without the commands that leave out what others of them name: it would be asked later, or there is only one answer. */
function named(commands: readonly Command[]): Command[] {
  const members = NAMED.filter((member) => commands.some((command) => valueOf(command, member) !== null));
  return commands.filter((command) => members.every((member) => valueOf(command, member) !== null));
}

/** Whether a card of the hand, chosen alone, is a move. */
export function asksForCard({ legal_commands }: Moves): boolean {
  return legal_commands.some((command) => cardsOf(command).length === 1);
}

/** All discards, where one names several cards or none; empty where the hand is enough to choose from. */
export function discards({ legal_commands }: Moves): Command[] {
  const all = legal_commands.filter(({ type }) => type === "discard");
  return all.some((command) => cardsOf(command).length !== 1) ? all : [];
}

/** The discards that these faces can still become, when more are picked. */
export function discardsWith(all: readonly Command[], faces: readonly string[]): Command[] {
  return all.filter((command) => isWithin(faces, cardsOf(command)));
}

/** The discards of exactly these faces. */
export function discardsOf(all: readonly Command[], faces: readonly string[]): Command[] {
  return discardsWith(all, faces).filter((command) => cardsOf(command).length === faces.length);
}

/** The legal commands without a card, a list for each button. A catch stands at its seat instead. */
export function movesWithoutCard({ legal_commands }: Moves): Command[][] {
  const byType = new Map<string, Command[]>();
  for (const command of legal_commands) {
    if (cardsOf(command).length > 0 || command.type === "discard" || command.type === "catch") continue;
    byType.set(command.type, [...(byType.get(command.type) ?? []), command]);
  }
  return [...byType.values()];
}

/** The catch of a seat, if it is legal. */
export function catchOf({ legal_commands }: Moves, seat: number): Command | undefined {
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
  return commands.some(callsUno);
}

/** The command that is left when nothing is to be asked; undefined while something is. */
export function settled(commands: readonly Command[], withUno: boolean): Command | undefined {
  if (question(commands) !== undefined) return undefined;
  return commands.find((command) => callsUno(command) === withUno) ?? commands[0];
}

/** The command for exactly these cards of the hand, where there are equal faces. */
export function withHandles(command: Command, cards: readonly CardView[]): Command {
  const left = [...cards];
  const handles = cardsOf(command).map((face) => {
    const place = left.findIndex(({ card }) => card === face);
    return left.splice(place, 1)[0]?.handle ?? null;
  });
  const [handle = null] = handles;
  if (handle === null) return command;
  if (command.type === "discard") return { ...command, handles: handles.filter((one) => one !== null) };
  if (command.type === "play" || command.type === "jump" || command.type === "give" || command.type === "shout") {
    return { ...command, handle };
  }
  return command;
}

/** Whether all of these commands are still legal: the game may have moved on under an open sheet. */
export function areLegal({ legal_commands }: Moves, commands: readonly Command[]): boolean {
  const legal = new Set(legal_commands.map((command) => JSON.stringify(command)));
  return commands.every((command) => legal.has(JSON.stringify(command)));
}

function callsUno(command: Command): boolean {
  return "uno" in command && command.uno === true;
}

function valueOf(command: Command, member: Member): Answer {
  return (command as Partial<Record<Member, Answer>>)[member] ?? null;
}

/** Whether all of these faces are among the others, as often. */
function isWithin(some: readonly string[], all: readonly string[]): boolean {
  const left = [...all];
  return some.every((face) => {
    const place = left.indexOf(face);
    if (place >= 0) left.splice(place, 1);
    return place >= 0;
  });
}
