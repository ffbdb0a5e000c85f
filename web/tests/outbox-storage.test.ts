// Several tabs share one list of commands, and none of them loses what another has added.

import assert from "node:assert/strict";
import { test } from "node:test";
import type { Waiting } from "flipside-client";
import { type Place, sharedStorage } from "../src/moves/outbox-storage.ts";

const command = (name: string): Waiting => ({ game: "g", command_id: name, command: { type: "draw" }, expected_version: 3 });

function device(...names: string[]) {
  let kept: readonly Waiting[] | undefined = names.map(command);
  const place: Place<readonly Waiting[]> = {
    get: async () => kept,
    update: async (change) => {
      kept = change(kept);
    },
  };
  return { place, ids: () => (kept ?? []).map((one) => one.command_id) };
}

test("a tab adds its command after those that another tab has added meanwhile", async () => {
  const { place, ids } = device("a");
  const [one, other] = [sharedStorage(place), sharedStorage(place)];
  const [seenByOne, seenByOther] = [await one.load(), await other.load()];
  await other.save([...seenByOther, command("b")]);
  await one.save([...seenByOne, command("c")]);
  assert.deepEqual(ids(), ["a", "b", "c"]);
});

test("a tab that delivers takes away what is settled and nothing else", async () => {
  const { place, ids } = device("a", "b");
  const [delivers, adds] = [sharedStorage(place), sharedStorage(place)];
  const [, second] = await delivers.load();
  await adds.save([...(await adds.load()), command("c")]);
  await delivers.save(second === undefined ? [] : [second]);
  assert.deepEqual(ids(), ["b", "c"]);
  await delivers.save([]);
  assert.deepEqual(ids(), ["c"]);
});

test("a command that another tab has settled does not come back", async () => {
  const { place, ids } = device("a");
  const [slow, quick] = [sharedStorage(place), sharedStorage(place)];
  const seen = await slow.load();
  await quick.load();
  await quick.save([]);
  await slow.save([...seen, command("b")]);
  assert.deepEqual(ids(), ["b"]);
});

test("a new device has no commands", async () => {
  let kept: readonly Waiting[] | undefined;
  const storage = sharedStorage({
    get: async () => kept,
    update: async (change) => {
      kept = change(kept);
    },
  });
  assert.deepEqual(await storage.load(), []);
  await storage.save([command("a")]);
  assert.deepEqual(kept, [command("a")]);
});
