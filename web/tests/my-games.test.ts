// The order of my games, and which of them wait for me.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { GameSummary } from "flipside-client";
import { hasMore, isMine, keep, keepHead, myGames, sorted } from "../src/games/my-games.ts";

const SEATED: GameSummary = {
  id: "one", status: "running", private: false, spectators: "open", min_reliability: null, ruleset: "flip", edition: "base", options: {},
  seats: [], open_seats: 0, host: 0, clock: null, turn: 1, vacant_seats: [], waiting: { seats: [1], since: "2026-11-25T10:00:00Z" },
  your_seat: 0, your_turn: false, can_act: false, version: 5, chain: "", deadline_at: null, quarantined: false,
  origin: null, rematch_of: null, series: null, table: null, created_at: "2026-11-25T09:00:00Z", updated_at: "2026-11-25T10:00:00Z",
  closes_at: null,
};

test("a game waits for me on my turn, in a question to several, and when a round is over", () => {
  assert.equal(isMine(SEATED), false);
  assert.equal(isMine({ ...SEATED, your_turn: true }), true);
  assert.equal(isMine({ ...SEATED, waiting: { seats: [0, 1, 2], since: "2026-11-25T10:00:00Z" } }), true);
  assert.equal(isMine({ ...SEATED, waiting: null, can_act: true }), true);
  assert.equal(isMine({ ...SEATED, can_act: true }), false, "a catch is a chance, no duty");
  assert.equal(isMine({ ...SEATED, status: "finished", waiting: null, can_act: true }), false);
});

test("games come by deadline, those without one last, finished ones newest first", () => {
  const mine = { ...SEATED, your_turn: true };
  const games: GameSummary[] = [
    { ...mine, id: "no deadline" },
    { ...mine, id: "tomorrow", deadline_at: "2026-11-26T10:00:00Z" },
    { ...mine, id: "tonight", deadline_at: "2026-11-25T20:00:00Z" },
    { ...SEATED, id: "older", status: "finished", updated_at: "2026-11-23T10:00:00Z" },
    { ...SEATED, id: "newer", status: "finished", updated_at: "2026-11-24T10:00:00Z" },
    { ...SEATED, id: "open", status: "lobby" },
    SEATED,
  ];
  myGames.value = new Map(games.map((game) => [game.id, game]));
  const ids = (list: readonly GameSummary[]) => list.map(({ id }) => id);
  assert.deepEqual(ids(sorted.value.mine), ["tonight", "tomorrow", "no deadline"]);
  assert.deepEqual(ids(sorted.value.others), ["one"]);
  assert.deepEqual(ids(sorted.value.open), ["open"]);
  assert.deepEqual(ids(sorted.value.finished), ["newer", "older"]);
  assert.equal(hasMore.value, false);
});

test("an older answer does not take the place of a newer one", () => {
  myGames.value = new Map();
  keep({ ...SEATED, version: 7, open_seats: 1 });
  keep({ ...SEATED, version: 6, open_seats: 2 });
  assert.equal(myGames.value.get("one")?.open_seats, 1);
});

test("a head brings what lies on the table and for whom the game waits", () => {
  myGames.value = new Map([[SEATED.id, SEATED]]);
  const table: NonNullable<GameSummary["table"]> = {
    phase: "turn", side: "L", direction: 1, color: "G", top: "G7", cards: [5, 2], uno: ["none", "none"], decision: null,
    paused: false, winners: [],
  };
  const waiting = { seats: [0], since: "2026-11-25T11:00:00Z" };
  keepHead({
    game: SEATED.id, version: 9, chain: "c", status: "running", turn: 0, your_seat: 0, your_turn: true, can_act: true,
    deadline_at: null, waiting, table,
  });
  const kept = myGames.value.get(SEATED.id);
  assert.deepEqual(kept?.table, table);
  assert.deepEqual(kept?.waiting, waiting);
  assert.equal(kept !== undefined && isMine(kept), true);
});
