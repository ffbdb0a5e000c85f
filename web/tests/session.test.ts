// A person who signs in brings their language along, or gets that of the page; one who signs out is forgotten.

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";
import { enter, session, signInAsGuest, signOut } from "../src/session/session.ts";
import { chooseLanguage, language } from "../src/texts/language.ts";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;
const ANNA = { token: "ufd_anna", player: { id: "anna", name: "Anna", guest: false } } as Parameters<typeof enter>[0];

let preferences: { language: string; time_zone: string } | undefined;
let changes: { token: string | null; body: unknown }[] = [];

globalThis.fetch = async (input, init) => {
  const request = new Request(input as Request, init);
  const { pathname } = new URL(request.url);
  const json = (body: object) => new Response(JSON.stringify(body), { headers: { "Content-Type": "application/json" } });
  if (pathname === "/v1/guests") return json({ token: "ufd_guest", player: { id: "guest", name: "Calm Otter", guest: true } });
  if (pathname !== "/v1/me/preferences" || preferences === undefined) throw new TypeError("no line");
  if (request.method === "PATCH") changes.push({ token: request.headers.get("Authorization"), body: await request.json() });
  return json(preferences);
};

async function settle(): Promise<void> {
  for (let round = 0; round < 30; round++) await new Promise((done) => setImmediate(done));
}

beforeEach(async () => {
  session.value = null;
  preferences = { language: "", time_zone: "UTC" };
  chooseLanguage("fr");
  await settle();
  changes = [];
});

test("a new guest gets the language and time zone of the browser", async () => {
  await signInAsGuest();
  await settle();
  assert.equal(session.value?.player, "guest");
  assert.deepEqual(changes, [{ token: "Bearer ufd_guest", body: { language: "fr", time_zone: ZONE } }]);
});

test("a guest plays even if the service does not take the settings", async () => {
  preferences = undefined;
  await signInAsGuest();
  await settle();
  assert.equal(session.value?.player, "guest");
});

test("an account with a language shows the page in it", async () => {
  preferences = { language: "ru", time_zone: "Asia/Tokyo" };
  await enter(ANNA);
  assert.equal(session.value?.name, "Anna");
  assert.equal(language.value, "ru");
  assert.deepEqual(changes, []);
});

test("an account without a language gets that of the page, and keeps its time zone if it has one", async () => {
  await enter(ANNA);
  assert.equal(language.value, "fr");
  assert.deepEqual(changes.pop()?.body, { language: "fr", time_zone: ZONE });
  preferences = { language: "", time_zone: "Asia/Tokyo" };
  await enter(ANNA);
  assert.deepEqual(changes.pop()?.body, { language: "fr" });
});

test("a person signs in even if their settings cannot be read", async () => {
  preferences = undefined;
  await enter(ANNA);
  assert.equal(session.value?.player, "anna");
  assert.equal(language.value, "fr");
});

test("a person signs out even if nobody answers", async () => {
  await enter(ANNA);
  await signOut();
  assert.equal(session.value, null);
});
