// Whether the person has made a move on this device. Before that nobody is asked for an address, or to install anything.

import { computed, signal } from "@preact/signals";
import { dropSetting, keepSetting, setting } from "../device/setting.ts";
import { session } from "./session.ts";

const KEPT = "flipside-moved";

/** The last person who moved here. */
const mover = signal(setting(KEPT));

export const hasMoved = computed(() => session.value !== null && session.value.player === mover.value);

/** The service has accepted a move. */
export function noteMove(player: string): void {
  if (mover.peek() === player) return;
  keepSetting(KEPT, player);
  mover.value = player;
}

/** Forget who has moved here, as they sign out. */
export function forgetMove(): void {
  dropSetting(KEPT);
  mover.value = null;
}
