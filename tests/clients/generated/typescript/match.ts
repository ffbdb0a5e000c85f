// A whole match of UNO Flip!, in types generated from openapi.yaml:  node build/match.js http://127.0.0.1:8000
//
// It checks what it is told, and ends with an error if anything is off.

import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import type { Command, Game, LogEntry } from "./api.js";
import { body, connect, Refused, type Service } from "./service.js";

const address = process.argv[2] ?? "http://127.0.0.1:8000";

/** A started game of a guest and two bots, and the guest's way to the service. */
async function sitDown(): Promise<{ service: Service; game: Game }> {
  const guest = await body(connect(address).POST("/v1/guests", { body: {} }));
  const service = connect(address, guest.token);
  const { game } = await body(service.POST("/v1/games", { body: { seats: 3 } }));
  const params = { path: { game_id: game.id } };
  for (const bot of ["sharp", "random"]) {
    await body(service.POST("/v1/games/{game_id}/bots", { params, body: { bot } }));
  }
  await body(service.POST("/v1/games/{game_id}/start", { params, body: {} }));
  return { service, game: await body(service.GET("/v1/games/{game_id}", { params })) };
}

/** Moves of UNO Flip! besides playing a card; a later release may offer others. */
const MOVES: ReadonlySet<string> = new Set(["draw", "pass", "color", "accept", "challenge"]);

/** The first command that is no way out, of a kind that this program knows. */
function choose(legal: readonly Command[]): Command {
  const found = legal.find((command) => command.type === "uno") ?? legal.find((command) => command.type === "play");
  const chosen = found ?? legal.find((command) => MOVES.has(command.type)) ?? legal[0];
  assert(chosen, "whose turn it is has something to do");
  return chosen;
}

/** The log from event `after` + 1 on; `wait`: seconds to wait for something new. */
async function news(service: Service, game: Game, after: number, wait: number): Promise<LogEntry[]> {
  const entries: LogEntry[] = [];
  for (let more = true; more; ) {
    const query = { after: after + entries.length, limit: 500, wait };
    const params = { path: { game_id: game.id }, query };
    const page = await body(service.GET("/v1/games/{game_id}/events", { params }));
    entries.push(...page.events);
    more = page.more;
  }
  entries.forEach((entry, index) => assert.equal(entry.seq, after + index + 1, "a log has no gaps"));
  return entries;
}

/** Send a command that rests on `game`; false: a bot was faster. */
async function move(service: Service, game: Game): Promise<boolean> {
  const command = choose(game.legal_commands);
  const request = { command_id: randomUUID(), command, expected_version: game.version };
  try {
    // The table is read again after each move: its answer need not have the game.
    const params = { path: { game_id: game.id }, header: { Prefer: "return=minimal" } };
    const accepted = await body(service.POST("/v1/games/{game_id}/commands", { params, body: request }));
    assert.equal(accepted.command_id, request.command_id);
    assert.equal(accepted.version, accepted.events.at(-1)?.seq);
    assert.equal(accepted.game, undefined);
    return true;
  } catch (error) {
    if (error instanceof Refused && error.problem.code === "stale_version") return false;
    throw error;
  }
}

const { service, game: started } = await sitDown();
const path = { game_id: started.id };
const log: LogEntry[] = [];
let game = started;
let moves = 0;
while (game.status !== "finished") {
  if (game.can_act) moves += Number(await move(service, game));
  else log.push(...(await news(service, game, log.length, 30)));
  game = await body(service.GET("/v1/games/{game_id}", { params: { path } }));
}
log.push(...(await news(service, game, log.length, 0)));

const scores = game.seats.map((seat) => seat.score);
assert.equal(log.length, game.version);
assert.equal(log.at(-1)?.chain, game.chain);
assert.equal(log.at(-1)?.event.type, "match_ended");
assert.deepEqual(game.view.result?.winners, [scores.indexOf(Math.max(...scores))]);
console.log(`Moves: ${moves}, rounds: ${game.view.round}, events: ${log.length}, points: ${scores.join(" : ")}`);
