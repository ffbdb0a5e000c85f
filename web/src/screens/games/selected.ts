// The game that stands beside the list, where the window has room for it.

import type { GameSummary } from "flipside-client";
import { useSearch } from "wouter-preact";
import { myGames, sorted } from "../../games/my-games.ts";
import { isWide } from "../table/wide.ts";

/** The game that the address names, or else the most urgent one. */
export function useSelected(): GameSummary | undefined {
  const named = new URLSearchParams(useSearch()).get("game") ?? "";
  if (!isWide.value) return undefined;
  const { mine, others, open, finished } = sorted.value;
  return myGames.value?.get(named) ?? [...mine, ...others, ...open, ...finished][0];
}

/** What the link of a row leads to: the table; where there is room, the game beside the list first. */
export function useWay({ id }: GameSummary): { href: string; replace?: boolean; "aria-current"?: "true" } {
  const selected = useSelected();
  if (selected === undefined) return { href: `/games/${id}` };
  return selected.id === id ? { href: `/games/${id}`, "aria-current": "true" } : { href: `/?game=${id}`, replace: true };
}
