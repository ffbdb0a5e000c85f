// Matches whose transcript this device has verified.

import { get, set } from "../device/database.ts";

export async function noteVerified(id: string): Promise<void> {
  await set(`verified:${id}`, true);
}

export async function isVerified(id: string): Promise<boolean> {
  return (await get<boolean>(`verified:${id}`)) ?? false;
}
