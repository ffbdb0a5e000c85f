// Whether the table is shown in words instead of pictures. Kept on the device.

import { signal } from "@preact/signals";

const KEPT = "flipside-text-mode";

export const isText = signal(localStorage.getItem(KEPT) === "on");

export function chooseText(to: boolean): void {
  localStorage.setItem(KEPT, to ? "on" : "off");
  isText.value = to;
}
