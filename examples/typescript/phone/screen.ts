// The screen: a table as text. A phone draws pictures, from the same members.

import type { Color, Command, Game } from "flipside-client";

const COLORS: readonly Color[] = ["R", "Y", "G", "B", "p", "t", "o", "v"];

/** The table as it will be if the service takes this command: shown at once, thrown away when the service has spoken. */
export function expected(game: Game, command: Command): Game {
  const view = game.view;
  if (command.type !== "play" || view.hand === null) return game;
  const place = view.hand.findIndex(
    (card) => card.card === command.card && (command.handle == null || card.handle === command.handle),
  );
  return {
    ...game,
    turn: null,
    seats: game.seats.map((seat) => (seat.seat === game.your_seat ? { ...seat, cards: seat.cards - 1 } : seat)),
    view: {
      ...view,
      hand: view.hand.filter((_, index) => index !== place),
      discard: [command.card, ...view.discard],
      color: command.color ?? COLORS.find((color) => command.card.startsWith(color)) ?? null, // null: a wild, until named
    },
  };
}

/** Three or more lines. `sending`: how many commands wait for an answer. */
export function draw({ seats, turn, view }: Game, sending: number): string {
  const players = seats.map((seat) => {
    const marks = [seat.seat === turn ? "*" : " ", seat.uno === "none" ? "" : `UNO ${seat.uno}`].join("");
    return `${marks}${seat.name ?? seat.bot ?? "Deleted player"}: ${seat.cards} cards, ${seat.score} points`;
  });
  const hand = (view.hand ?? []).map((card) => card.card).join(" ");
  return [
    `round ${view.round}, ${view.side === "L" ? "light" : "dark"} side  |  ${players.join("  |  ")}`,
    `pile ${view.discard[0] ?? "-"} (${view.color ?? "-"})  ${view.draw_pile.count} to draw`,
    `hand ${hand}${sending > 0 ? "  ... sending" : ""}`,
  ].join("\n");
}
