// A whole match with the package:  node build/match.js http://127.0.0.1:8000
//
// It moves by what the stream says. The outbox sends, and says what became of each move.

import assert from "node:assert/strict";
import { Client, type Command, type Game, Outbox } from "flipside-client";

const address = process.argv[2] ?? "http://127.0.0.1:8000";

/** The first command that is no way out; one of a kind that this program does not know is left alone. */
function choose(legal: readonly Command[]): Command {
  const wanted = (type: Command["type"]) => legal.find((command) => command.type === type);
  const other = legal.find(({ type }) => type !== "catch" && type !== "resign" && type !== "unknown");
  const chosen = wanted("uno") ?? wanted("play") ?? other ?? legal[0];
  assert(chosen, "whose turn it is has something to do");
  return chosen;
}

const guest = await new Client(address).post("/v1/guests", { body: {} });
const client = new Client(address, { token: guest.token });
const made = await client.post("/v1/games", { body: { seats: 3 } });
const path = { game_id: made.game.id };
for (const bot of ["sharp", "random"]) await client.post("/v1/games/{game_id}/bots", { path, body: { bot } });
await client.post("/v1/games/{game_id}/start", { path, body: {} });

let moves = 0;
let overtaken = 0;
const outbox = await Outbox.open(client, {
  onOutcome: (outcome) => {
    if (outcome.type === "accepted") moves++;
    else overtaken++; // a bot was faster; the stream brings the game as it is now
  },
});

/** Move while there is something to do. */
async function act(game: Game): Promise<void> {
  while (game.status === "running" && game.can_act) {
    await outbox.put(game.id, choose(game.legal_commands), game.version);
    await outbox.deliver();
    game = await look();
  }
}

const look = () => client.get("/v1/games/{game_id}", { path });

let seen = 0;
const unknown = new Set<string>();
for await (const item of client.follow(made.game.id)) {
  switch (item.type) {
    case "snapshot":
      seen = item.game.version;
      await act(item.game);
      break;
    case "event":
      assert.equal(item.entry.seq, seen + 1, "every event comes once, in order");
      seen = item.entry.seq;
      if (item.entry.event.type === "unknown") unknown.add(String(item.entry.event.raw["type"]));
      break;
    case "head":
      if (item.can_act) await act(await look());
      break;
    default: // a heartbeat, the end, or a kind that a later release has added
      break;
  }
}

const game = await look();
const scores = game.seats.map((seat) => seat.score);
assert.equal(game.status, "finished");
assert.equal(seen, game.version);
assert.deepEqual(game.view.result?.winners, [scores.indexOf(Math.max(...scores))]);
const news = unknown.size === 0 ? "" : `, unknown: ${[...unknown].join(" ")}`;
console.log(`Moves: ${moves}, rounds: ${game.view.round}, events: ${seen}, points: ${scores.join(" : ")}${news}`);
