// The service worker. It answers for the page from the network first, so that a new build is seen at once; for hashed
// files from the cache first; and it shows pushes. It keeps nothing that a player may see and others may not.

import { show, open } from "./notifications.ts";
import { wayOf } from "./routes.ts";

declare const self: ServiceWorkerGlobalScope;

/** Set by the build: the hashed files of this build, a hash of their names, and the first parts of screens' addresses. */
declare const ASSETS: readonly string[];
declare const BUILD: string;
declare const SCREENS: readonly string[];

const BUILD_CACHE = `build-${BUILD}`;
/** The service's words and drawings. They outlive a build. */
const WORDS_CACHE = "words";
const PAGE = "/";
const ICON = "/icon.svg";
/** Milliseconds that a bad line has to bring the page. */
const PATIENCE = 4_000;

self.addEventListener("install", (event) => event.waitUntil(keepBuild()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOlderBuilds()));
self.addEventListener("message", ({ data }) => {
  if (data === "update") void self.skipWaiting();
});
self.addEventListener("fetch", (event) => {
  const way = wayOf(event.request, self.location.origin, SCREENS);
  if (way === "page") event.respondWith(page(event.request));
  else if (way === "kept") event.respondWith(kept(event.request));
  else if (way === "words") event.respondWith(words(event.request));
});
self.addEventListener("push", (event) => event.waitUntil(show(self.registration, event.data)));
self.addEventListener("notificationclick", (event) => event.waitUntil(open(self.clients, event.notification, SCREENS)));

async function keepBuild(): Promise<void> {
  const cache = await caches.open(BUILD_CACHE);
  await cache.addAll([new Request(PAGE, { cache: "reload" }), new Request(ICON, { cache: "reload" }), ...ASSETS]);
}

async function forgetOlderBuilds(): Promise<void> {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name !== BUILD_CACHE && name !== WORDS_CACHE).map((name) => caches.delete(name)));
  await self.clients.claim(); // the page that installed us starts offline next time, too
}

async function page(request: Request): Promise<Response> {
  const answer = await fetch(request, { signal: AbortSignal.timeout(PATIENCE) }).catch(() => undefined);
  // What stands before a service that is down answers for it.
  if (answer !== undefined && answer.status < 500) return answer;
  return (await caches.match(PAGE, { cacheName: BUILD_CACHE })) ?? answer ?? Response.error();
}

async function kept(request: Request): Promise<Response> {
  const found = await caches.match(request);
  if (found !== undefined) return found;
  const answer = await fetch(request);
  // A 404 is never kept: the file may be there after the next build.
  if (answer.ok) await keep(request.url.includes("/assets/") ? BUILD_CACHE : WORDS_CACHE, request, answer);
  return answer;
}

async function words(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await keep(WORDS_CACHE, request, answer);
    return answer;
  } catch (error) {
    const found = await caches.match(request, { cacheName: WORDS_CACHE });
    if (found === undefined) throw error;
    return found;
  }
}

async function keep(name: string, request: Request, answer: Response): Promise<void> {
  const cache = await caches.open(name);
  if (request.url.includes("version=")) await cache.delete(request, { ignoreSearch: true }); // older drawings
  await cache.put(request, answer.clone());
}
