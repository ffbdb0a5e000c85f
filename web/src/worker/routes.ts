// Which way the service worker answers a request.

/** `page`: the network, or the kept page. `kept`: the cache, or the network. `words`: the network, or the cache. */
export type Way = "page" | "kept" | "words";

interface Asked {
  method: string;
  mode: string;
  url: string;
}

/** Undefined: the service worker leaves the request alone. `screens`: the first parts of the addresses of screens. */
export function wayOf({ method, mode, url }: Asked, origin: string, screens: readonly string[]): Way | undefined {
  const to = new URL(url);
  if (method !== "GET" || to.origin !== origin) return undefined;
  if (mode === "navigate") return isScreen(to.pathname, screens) ? "page" : undefined;
  if (to.pathname.startsWith("/assets/") || to.pathname === "/icon.svg") return "kept";
  // The drawings are named by their version; without it they are today's.
  if (to.pathname === "/v1/catalogue/faces.svg") return to.searchParams.has("version") ? "kept" : undefined;
  return to.pathname === "/v1/catalogue" ? "words" : undefined;
}

/** Whether the client shows this address: other pages come from the service as they are. */
export function isScreen(path: string, screens: readonly string[]): boolean {
  const first = path.split("/")[1] ?? "";
  return first === "" || screens.includes(first);
}
