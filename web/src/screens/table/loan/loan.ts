// Who plays a seat: whether it is lent, and whether the reader has borrowed the one they play.

import type { Game, Seat } from "flipside-client";
import { session } from "../../../session/session.ts";

export const LOAN_PATH = "/v1/games/{game_id}/seats/{seat}/loan";

/** Until when a seat is lent; null if it is not. A game that the device remembers may be of a time without loans. */
export function lentUntil(seat: Seat): string | null {
  return (seat as Partial<Seat>).lent_until ?? null;
}

/** The seat that is lent to the reader; undefined if they have one of their own, or none. */
export function borrowedSeat({ seats, your_seat }: Game): Seat | undefined {
  const mine = your_seat === null ? undefined : seats[your_seat];
  return mine === undefined || mine.player_id === session.value?.player || lentUntil(mine) === null ? undefined : mine;
}

/** Whether the reader may lend the seat that they play. */
export function mayLend(game: Game): boolean {
  const { status, your_seat, seats } = game;
  const mine = your_seat === null ? undefined : seats[your_seat];
  return status === "running" && mine !== undefined && !mine.resigned && borrowedSeat(game) === undefined;
}
