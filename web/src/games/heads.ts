// Heads of chains, noted on this device as they were seen during play. Later the transcript of a match must have them on
// its chain: the service cannot show another match than the one that was played.

import { effect } from "@preact/signals";
import type { Game } from "flipside-client";
import { get, update } from "../device/database.ts";
import { ofGame } from "../device/of-game.ts";
import { session } from "../session/session.ts";

export interface Head {
  version: number;
  chain: string;
}

/** A long match is a few thousand events; heads that are spread over it bind it as well as all of them. */
const MOST = 1000;

const noted = new Map<string, number>();

// Who signs out has what was noted deleted; it is noted again when they come back.
effect(() => {
  if (session.value === null) noted.clear();
});

/** Note the head of a game as the service has just shown it. A device that is full notes nothing. */
export async function noteHead({ id, version, chain }: Pick<Game, "id" | "version" | "chain">): Promise<void> {
  if (noted.get(id) === version) return;
  noted.set(id, version);
  await update<Head[]>(ofGame("heads", id), (heads = []) => withHead(heads, { version, chain })).catch(() => {});
}

/** The heads that were seen on this device, in the order in which they were seen. */
export async function headsOf(id: string): Promise<readonly Head[]> {
  return (await get<Head[]>(ofGame("heads", id))) ?? [];
}

/** Two different heads at one version are both kept: they prove that two matches were shown. */
export function withHead(heads: readonly Head[], head: Head): Head[] {
  if (heads.some(({ version, chain }) => version === head.version && chain === head.chain)) return [...heads];
  const kept = heads.length < MOST ? heads : heads.filter((_, place) => place % 2 === 0);
  return [...kept, head];
}
