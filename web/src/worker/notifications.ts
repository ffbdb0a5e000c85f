// Pushes as notifications. A tap opens the game.

import { isScreen } from "./routes.ts";

/** What the service sends: see docs/clients/messages.md. */
export interface Push {
  title: string;
  body: string;
  /** A page of the service about the game. */
  url?: string;
  /** The same for all pushes about one game: a newer one replaces the older. */
  tag?: string;
  /** The message as in the inbox; left out if it does not fit. */
  data?: { kind?: string; game_id?: string | null; data?: { code?: string; by?: number } };
}

export function pushOf(text: string | undefined): Push {
  try {
    const found = JSON.parse(text ?? "") as Partial<Push>;
    if (typeof found.title === "string") return { ...found, title: found.title, body: found.body ?? "" };
  } catch {
    // A push must show something, or the browser does it in its own words.
  }
  return { title: "Flipside", body: "" };
}

/** The address that a tap opens: an invitation or the offer of a seat, else the game, else the list of games. Never one of another host. */
export function addressOf({ data, url }: Push, origin: string): string {
  if (typeof data?.data?.code === "string") {
    const { code, by } = data.data;
    const seat = data.kind === "loan_offered" ? `/${encodeURIComponent(data.game_id ?? "")}/${by}` : "";
    return `/join/${encodeURIComponent(code)}${seat}`;
  }
  if (typeof data?.game_id === "string") return `/games/${encodeURIComponent(data.game_id)}`;
  if (url === undefined || !URL.canParse(url, origin)) return "/";
  const to = new URL(url, origin);
  return to.origin === origin ? to.pathname + to.search : "/";
}

export async function show(registration: ServiceWorkerRegistration, data: PushMessageData | null): Promise<void> {
  const push = pushOf(data?.text());
  await registration.showNotification(push.title, {
    body: push.body,
    icon: "/icon-192.png",
    data: addressOf(push, new URL(registration.scope).origin),
    ...(push.tag === undefined ? {} : { tag: push.tag }),
  });
}

/** Open what a notification is about: in a tab of the client if there is one, first in one that shows it already. */
export async function open(clients: Clients, notification: Notification, screens: readonly string[]): Promise<void> {
  notification.close();
  const address = String(notification.data);
  const tabs = (await clients.matchAll({ type: "window" })).filter((one) => isScreen(pathOf(one), screens));
  const tab = tabs.find((one) => pathOf(one) === address) ?? tabs[0];
  // Only the client's own pages hear messages, and they show only screens.
  if (tab === undefined || !isScreen(address, screens)) {
    await clients.openWindow(address);
    return;
  }
  await tab.focus();
  if (pathOf(tab) !== address) tab.postMessage({ open: address });
}

function pathOf({ url }: WindowClient): string {
  return new URL(url).pathname;
}
