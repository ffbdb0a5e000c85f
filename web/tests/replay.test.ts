// A match as moments, its record line by line, and the heads that a device notes.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Event, LogEntry } from "flipside-client";
import { withHead } from "../src/games/heads.ts";
import { momentsOf, placeOf, stretchesOf } from "../src/screens/replay/moments.ts";
import { linesOf, narrow } from "../src/screens/replay/record.ts";

/** Entries of one command each, from the types of their events. */
function log(...commands: object[][]): LogEntry[] {
  const entries = commands.flatMap((events, command) => events.map((event) => ({ command, event: event as Event })));
  return entries.map(({ command, event }, place) => ({
    seq: place + 1,
    recorded_at: "2026-01-01T00:00:00Z",
    actor: 0,
    command_id: `command-${command}`,
    event,
    chain: "",
    private_commitment: null,
  }));
}

const MATCH = log(
  [{ type: "match_created" }],
  [{ type: "seat_taken" }],
  [{ type: "match_started" }, { type: "round_started", round: 1 }, { type: "starter_turned", face: "R5", color: "R" }, { type: "turn_started", seat: 0 }],
  [{ type: "card_played", seat: 0, face: "RF", color: "R" }, { type: "flipped", side: "D", color: "t", discard: ["t5"] }],
  [{ type: "card_played", seat: 1, face: "t1", color: "t" }, { type: "turn_started", seat: 0 }],
  [{ type: "round_started", round: 2 }, { type: "starter_turned", face: "G1", color: "G" }],
);

test("moments begin with the match, one for each command, at its last event", () => {
  const moments = momentsOf(MATCH);
  assert.deepEqual(moments.map(({ version }) => version), [6, 8, 10, 12]);
  assert.deepEqual(moments.map(({ command }) => command), [2, 3, 4, 5]);
  assert.deepEqual(moments.map(({ round }) => round), [1, 1, 1, 2]);
});

test("a moment knows its side, what lay on top before, and where a turn begins", () => {
  const moments = momentsOf(MATCH);
  assert.deepEqual(moments.map(({ side }) => side), ["L", "D", "D", "L"]);
  assert.deepEqual(moments.map(({ top }) => top), [null, "R5", "t5", "t1"]);
  assert.deepEqual(moments.map(({ turnAt }) => turnAt), [6, null, 10, null]);
});

test("a branch begins on the side of its position", () => {
  const branch = log([{ type: "match_created" }], [{ type: "position_set", side: "D", round: 3, color: "t", discard: ["o1", "t2"] }], [{ type: "match_started" }]);
  assert.deepEqual(momentsOf(branch).map(({ side, round }) => [side, round]), [["D", 3], ["D", 3]]);
});

test("a version is shown at the moment that has its event; one beyond the end at the last", () => {
  const moments = momentsOf(MATCH);
  assert.deepEqual([1, 6, 7, 8, 99].map((version) => placeOf(moments, version)), [0, 0, 1, 1, 3]);
  assert.equal(placeOf([], 5), 0);
});

test("stretches are the consecutive moments on one side", () => {
  assert.deepEqual(stretchesOf(momentsOf(MATCH)), [
    { side: "L", from: 0, to: 0 },
    { side: "D", from: 1, to: 2 },
    { side: "L", from: 3, to: 3 },
  ]);
});

test("each command of a record has its place in the log, and its comments with it", () => {
  const record = "flipside record 1\nseats 2\n\nA take_seat human\n\nstart_match                     # The starter is B2\n# Round 1\n\nA play R2\n\nend 62 81e8\n";
  assert.deepEqual(linesOf(record).map(({ command }) => command), [1, null, 2, 2, null, 3, null, null]);
  assert.equal(narrow("start_match                     # The starter is B2"), "start_match  # The starter is B2");
});

test("a head is noted once, and two heads of one version are both kept", () => {
  const first = withHead([], { version: 1, chain: "a" });
  assert.deepEqual(withHead(first, { version: 1, chain: "a" }), first);
  assert.deepEqual(withHead(first, { version: 1, chain: "b" }), [{ version: 1, chain: "a" }, { version: 1, chain: "b" }]);
});

test("a device notes at most a thousand heads, spread over the match", () => {
  const many = Array.from({ length: 2500 }, (_, version) => ({ version, chain: `${version}` })).reduce(withHead, [] as ReturnType<typeof withHead>);
  assert.ok(many.length <= 1000);
  assert.deepEqual(many.at(0), { version: 0, chain: "0" });
  assert.deepEqual(many.at(-1), { version: 2499, chain: "2499" });
});
