// Pushes to a browser end with the session of the person they are for.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { session } from "../src/session/session.ts";
import { forgetOthers, pushState, subscribe, unsubscribe } from "../src/worker/push.ts";

const ANNA = { token: "ufd_a", player: "anna", name: "Anna", guest: false };
const BEN = { token: "ufd_b", player: "ben", name: "Ben", guest: false };

let isSubscribed = false;
let isOnline = true;
let notifications = 0;
const asked: string[] = [];

const subscription = {
  endpoint: "https://push.example/1",
  toJSON: () => ({ endpoint: "https://push.example/1", keys: { p256dh: "p", auth: "a" } }),
  unsubscribe: async () => void (isSubscribed = false),
};
const registration = {
  pushManager: {
    getSubscription: async () => (isSubscribed ? subscription : null),
    subscribe: async () => ((isSubscribed = true), subscription),
  },
  getNotifications: async () => Array.from({ length: notifications }, () => ({ close: () => void notifications-- })),
};
Object.assign(navigator, {
  serviceWorker: { ready: Promise.resolve(registration), getRegistration: async () => registration },
});
Object.assign(globalThis, {
  window: { PushManager: {} },
  Notification: { permission: "granted", requestPermission: async () => "granted" },
});
globalThis.fetch = async (input) => {
  if (!isOnline) throw new TypeError("no line");
  const { method, url } = input as Request;
  asked.push(`${method} ${new URL(url).pathname}`);
  if (method === "DELETE") return new Response(null, { status: 204 });
  return new Response(JSON.stringify(method === "POST" ? { id: "d1" } : { key: "k" }), {
    headers: { "Content-Type": "application/json" },
  });
};

beforeEach(async () => {
  isOnline = true;
  session.value = ANNA;
  assert.equal(await subscribe("Firefox"), "on");
  notifications = 2;
  asked.length = 0;
});

test("the person who asked for pushes keeps them", async () => {
  await forgetOthers();
  assert.deepEqual([await pushState(), isSubscribed, notifications], ["on", true, 2]);
});

for (const [who, next] of [["nobody", null], ["somebody else", BEN]] as const) {
  test(`pushes and their notifications end when ${who} is signed in`, async () => {
    session.value = next;
    assert.equal(await pushState(), "off");
    await forgetOthers();
    assert.deepEqual([isSubscribed, notifications], [false, 0]);
  });
}

test("the service forgets the device, too", async () => {
  assert.equal(await unsubscribe(), "off");
  assert.deepEqual(asked, ["DELETE /v1/me/devices/d1"]);
});

test("without a line they end in this browser all the same", async () => {
  isOnline = false;
  await assert.rejects(unsubscribe());
  assert.deepEqual([isSubscribed, notifications], [false, 0]);
});
