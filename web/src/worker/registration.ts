// The service worker of this page, and whether a newer build waits.

import { effect, signal } from "@preact/signals";
import { navigate } from "wouter-preact/use-browser-location";
import { session } from "../session/session.ts";

interface Policies {
  createPolicy(name: string, rules: { createScriptURL: (address: string) => string }): {
    createScriptURL: (address: string) => string;
  };
}

const ADDRESS = "/service-worker.js";

/** A newer build that waits until the person takes it. */
export const newerBuild = signal<ServiceWorker | undefined>(undefined);

export async function startServiceWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return; // a page without https
  const container = navigator.serviceWorker;
  let isControlled = container.controller !== null;
  container.addEventListener("controllerchange", () => {
    // The first service worker takes over the page that is here; a newer one has other files. None at all: the person
    // has deleted what the browser keeps, but the open page still knows who they are.
    if (container.controller === null) return;
    if (isControlled) location.reload();
    isControlled = true;
  });
  container.addEventListener("message", ({ data }) => {
    if (typeof data?.open === "string") navigate(data.open);
  });
  let owner: string | undefined;
  effect(() => {
    const player = session.value?.player;
    if (owner !== undefined && owner !== player) void import("./push.ts").then((push) => push.forgetOthers()).catch(() => {});
    owner = player;
  });
  const registration = await container.register(trusted(ADDRESS), { updateViaCache: "none" }).catch(() => undefined);
  if (registration === undefined) return; // nobody answers, or the browser keeps nothing: the page works without
  look(registration);
  registration.addEventListener("updatefound", () => {
    registration.installing?.addEventListener("statechange", () => look(registration));
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) void registration.update().catch(() => {});
  });
}

/** Take the newer build. The page loads again. */
export function takeNewerBuild(): void {
  newerBuild.peek()?.postMessage("update");
}

function look({ waiting }: ServiceWorkerRegistration): void {
  newerBuild.value = navigator.serviceWorker.controller === null ? undefined : (waiting ?? undefined);
}

/** The page's policy takes addresses of scripts from this one place only. */
function trusted(address: string): string {
  const { trustedTypes } = globalThis as { trustedTypes?: Policies };
  const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: (given) => (given === ADDRESS ? given : "") });
  return policy?.createScriptURL(address) ?? address;
}
