// Who is signed in on this device. The token lives in IndexedDB: it is no cookie, so no other site can use it, and the
// page's policy lets no script run that is not ours.

import { computed, signal } from "@preact/signals";
import { Client, type SignedIn } from "flipside-client";
import { del, get, set } from "idb-keyval";
import { language } from "../texts/language.ts";
import { deviceName } from "./device-name.ts";
import { giveSettings, takeSettings } from "./preferences.ts";

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
  return new Client(location.origin, { token, language: language.value, fetch: (request) => ask(request, token) });
});

export async function startSession(): Promise<void> {
  tabs.onmessage = () => void read();
  await read();
}

/** Sign in with the answer to a code. */
export async function enter({ token, player }: Pick<SignedIn, "token" | "player">): Promise<void> {
  await keepSession({ token, player: player.id, name: player.name, guest: player.guest });
  await takeSettings(client.peek()).catch(() => {}); // the page stays in its language
}

/** Keep who is signed in, or what has changed about them. */
export async function keepSession(to: Session): Promise<void> {
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

/** End the pushes to this browser and the token. Without a line the device forgets both all the same. */
export async function signOut(): Promise<void> {
  const { unsubscribe } = await import("../worker/push.ts");
  await unsubscribe().catch(() => {}); // the service gives up when the browser takes no more pushes
  await client.peek().delete("/v1/me/tokens/current").catch(() => {});
  await forgetSession();
}

/** Play at once, without an address: the service makes up a name. */
export async function signInAsGuest(): Promise<void> {
  const { player, token } = await client.value.post("/v1/guests", { body: { device_name: deviceName() } });
  await keepSession({ token, player: player.id, name: player.name, guest: player.guest });
  void giveSettings(client.peek()).catch(() => {}); // their messages come in English and by the clock of UTC then
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
