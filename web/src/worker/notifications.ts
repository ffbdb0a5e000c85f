// Pushes as notifications. A tap opens the game.

/** What the service sends: see docs/clients/api.md. */
export interface Push {
  title: string;
  body: string;
  /** A page of the service about the game. */
  url?: string;
  /** The same for all pushes about one game: a newer one replaces the older. */
  tag?: string;
  data?: { game_id?: string | null };
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

/** The address that a tap opens: the screen of the game, or the list of games. Never one of another host. */
export function addressOf({ data, url }: Push, origin: string): string {
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

export async function open(clients: Clients, notification: Notification): Promise<void> {
  notification.close();
  const address = String(notification.data);
  const windows = await clients.matchAll({ type: "window" });
  const found = windows.find((one) => new URL(one.url).pathname === address) ?? windows[0];
  if (found === undefined) {
    await clients.openWindow(address);
    return;
  }
  await found.focus();
  if (new URL(found.url).pathname !== address) found.postMessage({ open: address });
}
