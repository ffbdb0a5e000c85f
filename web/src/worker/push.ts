// Pushes to this browser: whether they can be had, and the subscription that the service sends them to.

import { del, get, set } from "idb-keyval";
import { Refused } from "flipside-client";
import { client } from "../session/session.ts";
import { isApplePhone } from "./installation.ts";

/** `install`: an iPhone or iPad gets pushes only for an installed app. `denied`: the person has forbidden them. */
export type PushState = "unsupported" | "install" | "denied" | "off" | "on";

const DEVICE = "push-device";

export async function pushState(): Promise<PushState> {
  if (!("serviceWorker" in navigator)) return "unsupported";
  if (!("PushManager" in window)) return isApplePhone() ? "install" : "unsupported";
  if (Notification.permission === "denied") return "denied";
  const registration = await navigator.serviceWorker.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  return subscription && (await get<string>(DEVICE)) !== undefined ? "on" : "off";
}

/** Ask for permission and register this browser, by a name for the list of devices. Throws `Refused`. */
export async function subscribe(name: string): Promise<PushState> {
  if ((await Notification.requestPermission()) !== "granted") return pushState();
  const { key } = await client.value.get("/v1/push/key");
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscription =
    (await pushManager.getSubscription()) ??
    (await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key }));
  const { endpoint, keys } = subscription.toJSON();
  const device = await client.value.post("/v1/me/devices", {
    body: {
      kind: "webpush",
      name: name.slice(0, 64),
      endpoint: endpoint ?? subscription.endpoint,
      keys: { p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" },
    },
  });
  await set(DEVICE, device.id);
  return "on";
}

/** End the pushes to this browser. Call it before the token is forgotten. */
export async function unsubscribe(): Promise<PushState> {
  const device = await get<string>(DEVICE);
  if (device !== undefined) {
    await client.value.delete("/v1/me/devices/{device_id}", { path: { device_id: device } }).catch((error: unknown) => {
      if (!(error instanceof Refused)) throw error; // the device is gone already
    });
  }
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager.getSubscription();
  await subscription?.unsubscribe();
  await del(DEVICE);
  return pushState();
}
