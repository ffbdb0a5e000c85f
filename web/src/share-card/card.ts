// What a share card shows of a match: its table's side, the cards on top, and everybody's points.

import type { Card, Game, Side, State, TableSeat, View } from "flipside-client";
import { words as catalogue } from "../catalogue/catalogue.ts";
import { seatName } from "../games/names.ts";
import { hasSides } from "../games/sides.ts";
import { words } from "./texts.ts";

export interface ShareCard {
  side: Side;
  /** The name of the side; empty for decks with one side. */
  sideName: string;
  title: string;
  subtitle: string;
  /** The cards on the discard pile, the top one first. */
  discard: readonly Card[];
  rows: readonly Row[];
  /** The address of the service, without what a browser adds. */
  address: string;
}

export interface Row {
  name: string;
  /** In bold at the end: points, or cards; short where rows stand in two columns. */
  value: string;
  short: string;
  /** Beside the value, if rows stand in one column. */
  note: string;
  isWinner: boolean;
}

/** The result of a match, best first. */
export function cardOfMatch(game: Game, title: string): ShareCard {
  const { view } = game;
  const rank = (seat: TableSeat) => view.result?.ranks[seat.seat] ?? 0;
  const winners = view.result?.winners ?? [];
  const rows = taken(game)
    .sort((one, other) => rank(one) - rank(other))
    .map((seat) => ({ ...points(seat, game.view.last_round?.totals[seat.seat] ?? seat.score), note: "", isWinner: winners.includes(seat.seat) }));
  return { ...shared(game, view), title, subtitle: subtitle(game, view.round), rows, address: location.host };
}

/** The result of a round, in the order of the seats: the view is that of its end. */
export function cardOfRound(game: Game, view: View, title: string): ShareCard {
  const round = view.last_round;
  const rows = taken(game).map((seat) => {
    const gain = round?.points[seat.seat] ?? 0;
    const note = gain > 0 ? `+${gain}` : "";
    return { ...points(seat, round?.totals[seat.seat] ?? 0), note, isWinner: round?.winner === seat.seat };
  });
  return { ...shared(game, view), title, subtitle: subtitle(game, view.round), rows, address: location.host };
}

/** A moment of a match: how many cards each has, not which. */
export function cardOfMoment(game: Game, { view, seats }: State, title: string): ShareCard {
  const isScored = seats.some(({ score }) => score !== 0);
  const rows = taken(game).map((seat) => {
    const { score = 0, cards = 0 } = seats[seat.seat] ?? {};
    const value = words().cards(cards);
    return { name: seatName(seat), value, short: value, note: isScored ? words().points(score) : "", isWinner: false };
  });
  return { ...shared(game, view), title, subtitle: subtitle(game, view.round), rows, address: location.host };
}

function shared(game: Game, view: View): Pick<ShareCard, "side" | "sideName" | "discard"> {
  const { side, discard } = view;
  return { side, sideName: hasSides(game, view) ? words().sides[side] : "", discard: discard.slice(0, 3) };
}

function taken({ seats }: Game): TableSeat[] {
  return seats.filter(({ kind }) => kind !== "open");
}

function points(seat: TableSeat, count: number): Pick<Row, "name" | "value" | "short"> {
  return { name: seatName(seat), value: words().points(count), short: `${count}` };
}

function subtitle({ ruleset, edition }: Game, round: number): string {
  const name = edition === "base" ? ruleset : `${ruleset}-${edition}`;
  const title = catalogue.value?.rulesets.find((one) => one.name === name)?.title;
  return [title, words().round(round)].filter(Boolean).join(" · ");
}
