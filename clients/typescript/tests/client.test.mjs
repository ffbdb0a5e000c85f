// The package where a live service would rarely lead it: `node --test`, after `npm run build`.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, memoryStorage, Outbox, Refused, webStorage } from "../dist/index.js";

const DRAW = { type: "draw" };
const AT_ONCE = { first: 0, most: 0 };
const END = { type: "end", reason: "finished", cursor: "last" };
const json = (body, status = 200, headers = {}) => new Response(JSON.stringify(body), { status, headers });
const problem = (status, code, more = {}) => json({ type: "", title: code, status, code, detail: code, ...more }, status, { "Retry-After": "0" });
const lines = (...items) => items.map((item) => `event: ${item.type}\ndata: ${JSON.stringify(item)}\n\n`).join("");
const head = (cursor) => ({ type: "head", cursor });

/** A client of a service that answers with these, one after the other, and what it was asked. */
function service(...answers) {
  const asked = [];
  const fetch = async (request) => {
    asked.push(request);
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  };
  return { asked, client: new Client("http://service.test", { token: "secret", fetch }) };
}

/** A body that breaks off. */
function broken(text) {
  const start = (controller) => controller.enqueue(new TextEncoder().encode(text));
  return new Response(new ReadableStream({ start, pull: (controller) => controller.error(new TypeError("lost")) }));
}

async function all(items) {
  const found = [];
  for await (const item of items) found.push(item);
  return found;
}

test("a request is sent again after the time that the service names", async () => {
  const { client, asked } = service(problem(503, "store_busy"), json({ id: "g", legal_commands: [] }));
  assert.equal((await client.get("/v1/games/{game_id}", { path: { game_id: "a/b" } })).id, "g");
  assert.deepEqual(asked.map(({ url }) => url), Array(2).fill("http://service.test/v1/games/a%2Fb"));
});

test("a kind that is not known is said to be unknown, and goes back as it came", async () => {
  const late = { type: "added_later", power: 9 };
  const { client, asked } = service(json({ legal_commands: [DRAW, late], new_member: 1 }), json({ events: [] }));
  const game = await client.get("/v1/games/{game_id}", { path: { game_id: "g" } });
  assert.deepEqual(game, { legal_commands: [DRAW, { type: "unknown", raw: late }], new_member: 1 });
  const body = { command: game.legal_commands[1] };
  await client.post("/v1/games/{game_id}/commands", { path: { game_id: "g" }, body });
  assert.deepEqual(await asked[1].json(), { command: late });
});

test("a refusal with an unknown code has its status", async () => {
  const { client } = service(problem(409, "added_later"), new Response("<html>", { status: 502, statusText: "Bad Gateway" }));
  for (const status of [409, 502]) {
    await assert.rejects(client.get("/v1/me"), (error) => {
      assert(error instanceof Refused);
      assert.deepEqual([error.refusal.code, error.status], ["unknown", status]);
      return true;
    });
  }
});

test("a stream goes on behind its last item", async () => {
  const { client, asked } = service(
    broken(lines(head("one")) + 'data: {"type": "he'),
    new TypeError("no network"),
    problem(400, "bad_cursor"),
    new Response(lines(head("two"), { type: "added_later" }, END)),
  );
  assert.deepEqual(await all(client.follow("g", { backOff: AT_ONCE })), [
    head("one"),
    head("two"),
    { type: "unknown", raw: { type: "added_later" } },
    END,
  ]);
  const cursors = asked.map(({ url }) => new URL(url).searchParams.get("after"));
  assert.deepEqual(cursors, [null, "one", "one", null]);
});

test("a stream says when it breaks and when it is open again, though no item comes", async () => {
  const { client } = service(broken(""), new TypeError("no network"), new Response(lines(END)));
  const said = [];
  const note = (word) => () => said.push(word);
  await all(client.follow("g", { backOff: AT_ONCE, onBreak: note("broken"), onOpen: note("open") }));
  assert.deepEqual(said, ["open", "broken", "broken", "open"]);
});

test("a stream that may not be seen ends with the refusal, and one that is told with nothing", async () => {
  const { client } = service(problem(404, "game_not_found"), new Response(null, { status: 204 }));
  await assert.rejects(all(client.follow("g")), Refused);
  assert.deepEqual(await all(client.follow("g")), []);
});

test("a stream ends with its signal", async () => {
  const stop = new AbortController();
  const { client } = service(new TypeError("no network"));
  const onBreak = () => stop.abort();
  assert.deepEqual(await all(client.follow("g", { signal: stop.signal, onBreak })), []);
});

test("a command outlives the page and keeps its id", async () => {
  const kept = new Map();
  const storage = webStorage({ getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => kept.set(key, value) });
  const { client, asked } = service(new TypeError("lost"), json({ events: [], replayed: true }));
  const waiting = await (await Outbox.open(client, { storage })).put("g", DRAW, 7);
  const outcomes = [];
  const again = await Outbox.open(client, { storage, onOutcome: (outcome) => outcomes.push(outcome) });
  assert.equal(await again.flush(), false);
  await again.deliver();
  assert.deepEqual(outcomes, [{ type: "accepted", waiting, accepted: { events: [], replayed: true } }]);
  assert.deepEqual(await storage.load(), []);
  const [first, second] = await Promise.all(asked.map((request) => request.json()));
  assert.deepEqual(first, { command_id: waiting.command_id, command: DRAW, expected_version: 7 });
  assert.deepEqual(second, first);
  assert.equal(asked[0].headers.get("Prefer"), "return=minimal");
});

test("two flushes at once send each command once", async () => {
  const { client, asked } = service(json({ events: [] }));
  const outbox = await Outbox.open(client);
  await outbox.put("g", DRAW, null);
  assert.deepEqual(await Promise.all([outbox.flush(), outbox.flush()]), [true, true]);
  assert.equal(asked.length, 1);
});

test("a command that was overtaken says by what, and one that is refused why", async () => {
  const stale = problem(409, "stale_version", { missed_events: [], current_version: 9 });
  const { client } = service(stale, problem(409, "seat_resigned"));
  const outcomes = [];
  const outbox = await Outbox.open(client, { onOutcome: (outcome) => outcomes.push(outcome) });
  await outbox.put("g", DRAW, 7);
  await outbox.put("g", DRAW, 8);
  await outbox.deliver();
  assert.deepEqual(outcomes.map(({ type }) => type), ["overtaken", "refused"]);
  assert.equal(outcomes[0].version, 9);
  assert.equal(outcomes[1].refusal.code, "seat_resigned");
});

test("a command is kept until the player has signed in again", async () => {
  const storage = memoryStorage();
  const { client } = service(problem(401, "invalid_token"));
  const outbox = await Outbox.open(client, { storage });
  await outbox.put("g", DRAW, 7);
  await assert.rejects(outbox.flush(), Refused);
  assert.equal((await storage.load()).length, 1);
});
