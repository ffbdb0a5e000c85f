// A match on a phone in a train:  node build/phone/main.js http://127.0.0.1:8000
//
// On the way there is a tunnel, in which a move is made and the app is closed; and later an answer that gets lost.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client, type Command } from "flipside-client";
import { fileStorage } from "flipside-client/node";
import { Phone } from "./phone.js";
import { Tunnel } from "./tunnel.js";

const TUNNEL_AT = 3; // moves
const LOST_AT = 6;
const address = process.argv[2] ?? "http://127.0.0.1:8000";
const tunnel = new Tunnel();
const guest = await new Client(address).post("/v1/guests", { body: {} });
const client = new Client(address, { token: guest.token, fetch: tunnel.fetch });
const storage = fileStorage(join(mkdtempSync(join(tmpdir(), "phone-")), "outbox.json"));

const made = await client.post("/v1/games", { body: { seats: 2, options: { target: 200 } } });
const path = { game_id: made.game.id };
await client.post("/v1/games/{game_id}/bots", { path, body: { bot: "sharp" } });
await client.post("/v1/games/{game_id}/start", { path, body: {} });
let phone = await Phone.open(client, storage, await client.get("/v1/games/{game_id}", { path }));

let moves = 0;
let lost = false;
let cursor: string | undefined;
await play();
for await (const item of client.follow(made.game.id, { backOff: { first: 500, most: 2_000 } })) {
  if ("cursor" in item) cursor = item.cursor;
  if (phone.hear(item)) await phone.look();
  await play();
}
await phone.look();

assert.equal(phone.game.status, "finished");
assert.equal(phone.seen, phone.game.version, "every event came once, in order, breaks or not");
assert.deepEqual(phone.waiting, []);
assert.equal(phone.replayed, 1, "the lost answer was given again, the move was made once");
console.log(`\n${phone.screen}\n${moves} moves, ${phone.seen} events, cursor ${cursor === undefined ? "none" : "kept"}`);

/** Play while we can. */
async function play(): Promise<void> {
  while (phone.game.can_act && phone.waiting.length === 0) {
    const alone = phone.game.your_turn; // else others may be faster
    await phone.tap(choose(phone.game.legal_commands));
    moves++;
    if (moves === TUNNEL_AT) await throughTheTunnel();
    if (alone && moves >= LOST_AT && !lost) {
      lost = true;
      tunnel.swallow();
    }
    while (!(await phone.send())) console.log("no answer; the same again");
    await phone.look(); // also if somebody was faster: look, decide again
  }
}

async function throughTheTunnel(): Promise<void> {
  tunnel.enter();
  assert.equal(await phone.send(), false, "nobody answers in a tunnel");
  console.log(`In the tunnel. On the screen the move is made already:\n${phone.screen}`);
  // The app is closed and opened: what waits was written down, and so was where the stream is.
  phone = await Phone.open(client, storage, phone.game, phone.seen);
  assert.equal(phone.waiting.length, 1);
  tunnel.leave();
}

function choose(legal: readonly Command[]): Command {
  const wanted = (type: Command["type"]) => legal.find((command) => command.type === type);
  const chosen = wanted("uno") ?? wanted("play") ?? legal.find((command) => command.type !== "catch") ?? legal[0];
  assert(chosen);
  return chosen;
}
