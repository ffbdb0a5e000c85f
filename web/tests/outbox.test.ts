// Moves are kept on the device until the service has answered, whatever happens meanwhile.

import assert from "node:assert/strict";
import { afterEach, beforeEach, test } from "node:test";
import { get } from "idb-keyval";
import { dismiss, outcomes, send, waiting, waitingIn } from "../src/moves/outbox.ts";
import { session } from "../src/session/session.ts";

type Answer = (body: { command_id: string; expected_version: number | null }) => Response;

const sent: { game: string | undefined; command_id: string }[] = [];
let answer: Answer;
let players = 0;

const json = (status: number, body: object) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { "Content-Type": status < 400 ? "application/json" : "application/problem+json" },
  });
const accepted: Answer = ({ command_id }) =>
  json(200, { command_id, version: 4, chain: "c", replayed: false, events: [] });
const refused = (status: number, code: string, more: object = {}) => () =>
  json(status, { type: `/docs/errors/${code}`, title: code, status, detail: code, code, request_id: "r", ...more });
const nobody: Answer = () => {
  throw new TypeError("no line");
};

globalThis.fetch = async (input, init) => {
  const request = new Request(input as Request, init);
  const body = (await request.json()) as Parameters<Answer>[0];
  sent.push({ game: new URL(request.url).pathname.split("/")[3], command_id: body.command_id });
  return answer(body);
};

/** Let everything happen that waits for nothing from outside. */
async function settle(): Promise<void> {
  for (let round = 0; round < 50; round++) await new Promise((done) => setImmediate(done));
}

function signIn(player: string): void {
  session.value = { token: "ufd_t", player, name: "Anna", guest: true };
}

beforeEach(() => {
  sent.length = 0;
  answer = accepted;
  signIn(`player-${++players}`);
});

afterEach(async () => {
  session.value = null;
  await settle();
});

test("a move is sent with the version that was seen, and its outcome is shown", async () => {
  let version: number | null = null;
  answer = (body) => {
    version = body.expected_version;
    return accepted(body);
  };
  await send("game", { type: "draw" }, 3);
  await settle();
  assert.equal(version, 3);
  assert.deepEqual(waiting.value, []);
  assert.equal(outcomes.value.get("game")?.type, "accepted");
});

test("without a line a move waits on the device, and is sent once when the line is back", async () => {
  answer = nobody;
  await send("game", { type: "draw" }, 3);
  await settle();
  assert.equal(waitingIn("game").value.length, 1);
  assert.equal(outcomes.value.size, 0);
  const player = session.value?.player ?? "";
  session.value = null; // a day passes, the page is opened again
  await settle();
  assert.equal((await get(`outbox-${player}`) as unknown[]).length, 1);
  answer = accepted;
  signIn(player);
  await settle();
  assert.deepEqual(waiting.value, []);
  assert.equal(new Set(sent.map((one) => one.command_id)).size, 1);
});

test("a move that was overtaken is told until it is dismissed, also after the page was closed", async () => {
  answer = refused(409, "stale_version", { current_version: 9, missed_events: [] });
  await send("game", { type: "draw" }, 3);
  await settle();
  const player = session.value?.player ?? "";
  assert.equal(outcomes.value.get("game")?.type, "overtaken");
  session.value = null;
  await settle();
  assert.equal(outcomes.value.size, 0);
  signIn(player);
  await settle();
  assert.equal(outcomes.value.get("game")?.type, "overtaken");
  dismiss("game");
  await settle();
  assert.equal(outcomes.value.size, 0);
  assert.deepEqual(await get(`outcomes-${player}`), []);
});

test("a token that is not accepted keeps the moves for the next time", async () => {
  answer = refused(401, "invalid_token");
  await send("game", { type: "draw" }, 3);
  await settle();
  assert.equal(waiting.value.length, 1);
  const count = sent.length;
  await settle();
  assert.equal(sent.length, count);
  answer = accepted;
  await send("other", { type: "draw" }, 1);
  await settle();
  assert.deepEqual(waiting.value, []);
  assert.deepEqual(sent.slice(-2).map((one) => one.game), ["game", "other"]);
});

test("moves of one person are never sent as another", async () => {
  answer = nobody;
  await send("game", { type: "draw" }, 3);
  await settle();
  answer = accepted;
  sent.length = 0;
  signIn(`player-${++players}`);
  await settle();
  assert.deepEqual(waiting.value, []);
  assert.deepEqual(sent, []);
});
