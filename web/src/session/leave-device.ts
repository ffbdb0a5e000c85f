// Sign out, and leave nothing on this device that the next person could read or send. The heads of the matches go, too:
// they are evidence of the person, but they name the games that they were in.

import { forgetGames } from "../device/of-game.ts";
import { forget } from "../moves/outbox.ts";
import { forgetMove } from "./first-move.ts";
import { session, signOut } from "./session.ts";

export async function leaveDevice(): Promise<void> {
  const player = session.peek()?.player;
  try {
    await signOut();
  } finally {
    forgetMove();
    await Promise.all([forgetGames(), player !== undefined && forget(player)]);
  }
}
