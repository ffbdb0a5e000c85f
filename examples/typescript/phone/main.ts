// A match on a phone in a train:  node build/phone/main.js http://127.0.0.1:8000
//
// On the way there is a tunnel, in which a move is made and the app is closed; and later an answer that gets lost.

import assert from "node:assert/strict";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Command } from "../api.js";
import { body, connect } from "../service.js";
import { Outbox } from "./outbox.js";
import { Phone } from "./phone.js";
import { follow } from "./stream.js";
import { Tunnel } from "./tunnel.js";

const TUNNEL_AT = 3; // moves
const LOST_AT = 6;
const address = process.argv[2] ?? "http://127.0.0.1:8000";
const tunnel = new Tunnel();
const guest = await body(connect(address, undefined, tunnel.fetch).POST("/v1/guests", { body: {} }));
const service = connect(address, guest.token, tunnel.fetch);
const file = join(mkdtempSync(join(tmpdir(), "phone-")), "outbox.json");

const made = await body(service.POST("/v1/games", { body: { seats: 2, options: { target: 200 } } }));
const params = { path: { game_id: made.game.id } };
await body(service.POST("/v1/games/{game_id}/bots", { params, body: { bot: "sharp" } }));
await body(service.POST("/v1/games/{game_id}/start", { params, body: {} }));
let phone = new Phone(service, new Outbox(file), await body(service.GET("/v1/games/{game_id}", { params })));

let moves = 0;
let lost = false;
let cursor: string | undefined;
await play();
for await (const item of follow(tunnel.fetch, address, guest.token, made.game.id)) {
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
    phone.tap(choose(phone.game.legal_commands));
    moves++;
    if (moves === TUNNEL_AT) await throughTheTunnel();
    if (alone && moves >= LOST_AT && !lost) {
      lost = true;
      tunnel.swallow();
    }
    while (!(await phone.send())) console.log("no answer; the same again");
    if (phone.refused.pop() !== undefined) await phone.look(); // somebody was faster: look, decide again
  }
}

async function throughTheTunnel(): Promise<void> {
  tunnel.enter();
  assert.equal(await phone.send(), false, "nobody answers in a tunnel");
  console.log(`In the tunnel. On the screen the move is made already:\n${phone.screen}`);
  // The app is closed and opened: what waits was written down, and so was where the stream is.
  phone = new Phone(service, new Outbox(file), phone.game, phone.seen);
  assert.equal(phone.waiting.length, 1);
  tunnel.leave();
}

function choose(legal: readonly Command[]): Command {
  const wanted = (type: Command["type"]) => legal.find((command) => command.type === type);
  const chosen = wanted("uno") ?? wanted("play") ?? legal.find((command) => command.type !== "catch") ?? legal[0];
  assert(chosen);
  return chosen;
}
