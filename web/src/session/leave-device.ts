// Sign out, and leave nothing on this device that the next person could read or send.

import { forget } from "../moves/outbox.ts";
import { session, signOut } from "./session.ts";

export async function leaveDevice(): Promise<void> {
  const player = session.peek()?.player;
  try {
    await signOut();
  } finally {
    if (player !== undefined) await forget(player);
  }
}
