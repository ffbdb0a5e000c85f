// Who is signed in on this device. The token lives in IndexedDB: it is no cookie, so no other site can use it, and the
// page's policy lets no script run that is not ours.

import { computed, signal } from "@preact/signals";
import { Client } from "flipside-client";
import { del, get, set } from "../device/database.ts";
import { language } from "../texts/language.ts";
import { deviceName } from "./device-name.ts";

export interface Session {
  token: string;
  player: string;
  name: string;
  guest: boolean;
}

const KEPT = "session";

/** Tells the other tabs that somebody has signed in or out. */
const tabs = new BroadcastChannel("flipside-session");

/** Null: nobody is signed in. */
export const session = signal<Session | null>(null);

/** Whether the service did not accept the token any more. */
export const hasEnded = signal(false);

/** The service, asked as the person who is signed in, in the language of the page. */
export const client = computed(() => {
  const token = session.value?.token;
  const fetch = (request: Request) => ask(request, token);
  // No patience: a person is told how long to wait, and does not look at a button that does nothing.
  return new Client(location.origin, { token, language: language.value, fetch, patience: 0 });
});

export async function startSession(): Promise<void> {
  tabs.onmessage = () => void read();
  await read();
}

/** Sign in, or keep what has changed about the person. */
export async function signIn(to: Session): Promise<void> {
  await set(KEPT, to);
  hasEnded.value = false;
  session.value = to;
  tabs.postMessage(null);
}

/** Forget who was signed in, on this device. */
export async function forgetSession(): Promise<void> {
  await del(KEPT);
  session.value = null;
  tabs.postMessage(null);
}

/** End the token, and forget it even if nobody answers. */
export async function signOut(): Promise<void> {
  try {
    const { unsubscribe } = await import("../worker/push.ts");
    await unsubscribe(); // pushes go to a browser, whoever is signed in
    await client.peek().delete("/v1/me/tokens/current");
  } finally {
    await forgetSession();
  }
}

/** Play at once, without an address: the service makes up a name. */
export async function signInAsGuest(): Promise<void> {
  const { player, token } = await client.value.post("/v1/guests", { body: { device_name: deviceName() } });
  await signIn({ token, player: player.id, name: player.name, guest: player.guest });
}

async function read(): Promise<void> {
  session.value = (await get<Session>(KEPT)) ?? null;
}

async function ask(request: Request, token: string | undefined): Promise<Response> {
  const response = await fetch(request);
  if (response.status === 401 && token !== undefined && token === session.peek()?.token) {
    hasEnded.value = true;
    await forgetSession();
  }
  return response;
}
