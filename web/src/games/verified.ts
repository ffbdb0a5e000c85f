// Matches whose transcript this device has verified.

import { get, set } from "../device/database.ts";
import { ofGame } from "../device/of-game.ts";

export async function noteVerified(id: string): Promise<void> {
  await set(ofGame("verified", id), true);
}

export async function isVerified(id: string): Promise<boolean> {
  return (await get<boolean>(ofGame("verified", id))) ?? false;
}
