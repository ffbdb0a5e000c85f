// What the page keeps of single games beside the games themselves. Its keys name the games that the person was in.

import { delBeginning } from "./database.ts";

/** Heads seen during play; the last round whose result was put away; whether the transcript was verified here. */
const KINDS = ["heads", "round", "verified"] as const;

export function ofGame(kind: (typeof KINDS)[number], id: string): string {
  return `${kind}:${id}`;
}

/** Forget all of it, as the person signs out. */
export async function forgetGames(): Promise<void> {
  await delBeginning(...KINDS.map((kind) => ofGame(kind, "")));
}
