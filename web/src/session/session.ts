// Who is signed in on this device. The token lives in IndexedDB: it is no cookie, so no other site can use it, and the
// page's policy lets no script run that is not ours.

import { computed, signal } from "@preact/signals";
import { Client } from "flipside-client";
import { del, get, set } from "idb-keyval";
import { language } from "../texts/language.ts";

export interface Session {
  token: string;
  player: string;
  name: string;
  guest: boolean;
}

const KEPT = "session";

/** Null: nobody is signed in. */
export const session = signal<Session | null>(null);

/** The service, asked as the person who is signed in, in the language of the page. */
export const client = computed(
  () => new Client(location.origin, { token: session.value?.token, language: language.value }),
);

export async function startSession(): Promise<void> {
  session.value = (await get<Session>(KEPT)) ?? null;
}

export async function signIn(to: Session): Promise<void> {
  await set(KEPT, to);
  session.value = to;
}

/** Forget who was signed in, on this device. */
export async function forgetSession(): Promise<void> {
  await del(KEPT);
  session.value = null;
}

/** Play at once, without an address: the service makes up a name. */
export async function signInAsGuest(): Promise<void> {
  const { player, token } = await client.value.post("/v1/guests", { body: {} });
  await signIn({ token, player: player.id, name: player.name, guest: player.guest });
}
