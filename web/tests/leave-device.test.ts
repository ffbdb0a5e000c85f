// Who signs out leaves nothing on the device that names them or their games, and loses nothing of the device itself.

import assert from "node:assert/strict";
import { test } from "node:test";
import { entries, set } from "idb-keyval";
import { setting } from "../src/device/setting.ts";
import { headsOf, noteHead } from "../src/games/heads.ts";
import { noteVerified } from "../src/games/verified.ts";
import { send } from "../src/moves/outbox.ts";
import { noteMove } from "../src/session/first-move.ts";
import { leaveDevice } from "../src/session/leave-device.ts";
import { keepSession } from "../src/session/session.ts";

const SEEN = { id: "game", version: 3, chain: "c" };
const ANNA = { token: "ufd_t", player: "anna", name: "Anna", guest: false };

globalThis.fetch = async () => {
  throw new TypeError("no line");
};

test("it forgets the games, the moves and the person", async () => {
  await keepSession(ANNA);
  await Promise.all([noteHead(SEEN), noteVerified("game"), set("round:game", 2), set("device", "this browser")]);
  await send("game", { type: "draw" }, 3);
  noteMove("anna");
  assert.ok((await entries()).length > 4);
  await leaveDevice();
  assert.deepEqual(await entries(), [["device", "this browser"]]);
  assert.equal(setting("flipside-moved"), null);
});

test("who comes back has their heads noted anew", async () => {
  await keepSession(ANNA);
  await noteHead(SEEN);
  assert.deepEqual(await headsOf("game"), [{ version: 3, chain: "c" }]);
});
