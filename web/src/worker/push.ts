// Pushes to this browser: whether they can be had, and the subscription that the service sends them to.

import { Refused } from "flipside-client";
import { del, get, set } from "../device/database.ts";
import { client, session } from "../session/session.ts";
import { isApplePhone } from "./installation.ts";

/** `install`: an iPhone or iPad gets pushes only for an installed app. `denied`: the person has forbidden them. */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

/** The device as the service knows it, and whose it is. */
interface Subscribed {
  id: string;
  player: string;
}

const KEPT = "push-device";

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator)) return "unsupported";
  if (!("PushManager" in window)) return isApplePhone() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  return (await subscription()) !== null && (await isMine()) ? "on" : "off";
}

/** Ask for permission and register this browser, by a name for the list of devices. Throws `Refused`. */
export async function subscribe(name: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  return alone(async () => {
    const player = session.value?.player;
    if (player === undefined) return "off";
    const { key } = await client.value.get("/v1/push/key");
    const { pushManager } = await navigator.serviceWorker.ready;
    const found =
      (await pushManager.getSubscription()) ??
      (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
    const { endpoint, keys } = found.toJSON();
    const { id } = await client.value.post("/v1/me/devices", {
      body: {
        kind: "webpush",
        name: name.slice(0, 64),
        endpoint: endpoint ?? found.endpoint,
        keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
      },
    });
    await set(KEPT, { id, player } satisfies Subscribed);
    return "on";
  });
}

/** End the pushes to this browser, at once here and as soon as it is reached at the service. */
export async function unsubscribe(): Promise<PushState> {
  await alone(async () => {
    const device = await get<Subscribed>(KEPT);
    await forget();
    if (device === undefined) return;
    await client.value.delete("/v1/me/devices/{device_id}", { path: { device_id: device.id } }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error; // the device is gone already
    });
  });
  return pushState();
}

/** End pushes that are for somebody who is not signed in here any more, and take their notifications away. */
export async function forgetOthers(): Promise<void> {
  await alone(async () => {
    if (await isMine()) return;
    await forget();
  });
}

async function isMine(): Promise<boolean> {
  const device = await get<Subscribed>(KEPT);
  return device !== undefined && device.player === session.peek()?.player;
}

/** The push service then refuses what is sent, and our service forgets the device. */
async function forget(): Promise<void> {
  await del(KEPT);
  await (await subscription())?.unsubscribe();
  const registration = await navigator.serviceWorker?.getRegistration();
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close();
}

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker?.getRegistration();
  return (await registration?.pushManager?.getSubscription()) ?? null;
}

/** One change at a time, in all tabs. */
async function alone<Result>(change: () => Promise<Result>): Promise<Result> {
  return navigator.locks === undefined ? change() : navigator.locks.request("push", change);
}
