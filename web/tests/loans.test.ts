// Who plays a seat that is lent, as the table says it.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Game } from "flipside-client";
import { session } from "../src/session/session.ts";
import { borrowedSeat, lentUntil, mayLend } from "../src/screens/table/loan/loan.ts";

const UNTIL = "2026-11-29T12:00:00Z";

function table(change: Partial<Game> & { lent?: string | null; resigned?: boolean } = {}): Game {
  const { lent = null, resigned = false, ...others } = change;
  const seats = [
    { seat: 0, kind: "human", player_id: "ada", name: "Ada", lent_until: lent, resigned },
    { seat: 1, kind: "human", player_id: "bob", name: "Bob", lent_until: null, resigned: false },
  ];
  return { id: "1", status: "running", your_seat: 0, seats, ...others } as unknown as Game;
}

function signedInAs(player: string): void {
  session.value = { token: "t", player, name: player, guest: true };
}

test("who has a seat may lend it, also one that is lent already, to take it back", () => {
  signedInAs("ada");
  assert.equal(mayLend(table()), true);
  assert.equal(mayLend(table({ lent: UNTIL })), true);
  assert.equal(mayLend(table({ your_seat: null })), false);
  assert.equal(mayLend(table({ status: "finished" })), false);
  assert.equal(mayLend(table({ resigned: true })), false);
});

test("a seat that somebody else has is borrowed", () => {
  signedInAs("dan");
  const game = table({ lent: UNTIL });
  assert.equal(borrowedSeat(game)?.name, "Ada");
  assert.equal(mayLend(game), false);
  signedInAs("ada");
  assert.equal(borrowedSeat(game), undefined);
});

test("a game that the device remembers from before has no loans", () => {
  const [seat] = table().seats;
  assert.ok(seat);
  const { lent_until: _, ...old } = seat;
  assert.equal(lentUntil(old as typeof seat), null);
});
