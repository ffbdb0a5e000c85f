// Whether the client can be installed as an app here.

import { signal } from "@preact/signals";

interface InstallPrompt extends Event {
  prompt(): Promise<{ outcome: "accepted" | "dismissed" }>;
}

/** The browser's own dialog, where it offers one. */
export const installPrompt = signal<InstallPrompt | undefined>(undefined);

export function startInstallation(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault(); // we ask at a moment of our own
    installPrompt.value = event as InstallPrompt;
  });
  addEventListener("appinstalled", () => {
    installPrompt.value = undefined;
  });
}

/** Whether the person can install the client here: by a dialog, or, on an iPhone or iPad, by the menu of the browser. */
export function canInstall(): boolean {
  return installPrompt.value !== undefined || (isApplePhone() && !isInstalled());
}

/** An iPhone, or an iPad, which calls itself a Mac. */
export function isApplePhone(): boolean {
  return /iPhone|iPad/.test(navigator.userAgent) || (navigator.platform === "MacIntel" && navigator.maxTouchPoints > 1);
}

/** Whether this is the installed app. */
function isInstalled(): boolean {
  return matchMedia("(display-mode: standalone)").matches || (navigator as { standalone?: boolean }).standalone === true;
}

export async function install(): Promise<void> {
  const prompt = installPrompt.peek();
  installPrompt.value = undefined; // it can be shown only once
  await prompt?.prompt();
}
