// Rematches: offered after a match, accepted when people come by. The stream of my games tells of the open ones.

import { effect, signal } from "@preact/signals";
import type { OpenOffer, Rematch, RematchRequest, Series } from "flipside-client";
import { client, session } from "../session/session.ts";

/** While a screen waits for something that no stream tells, it asks this often, in milliseconds. */
export const PATIENCE = 20_000;

/** The open offers after my matches, answered or not. */
export const offers = signal<readonly OpenOffer[]>([]);

effect(() => {
  void session.value?.player;
  offers.value = [];
});

/** Offer a rematch, or accept the one that is offered. */
export async function playAgain(game: string, wish: RematchRequest = {}): Promise<Rematch> {
  return kept(await client.peek().post("/v1/games/{game_id}/rematch", { path: { game_id: game }, body: wish }));
}

/** Decline an offer, or take an acceptance back. */
export async function declineRematch(game: string): Promise<Rematch> {
  return kept(await client.peek().delete("/v1/games/{game_id}/rematch", { path: { game_id: game } }));
}

export async function stopSeries(series: string): Promise<Series> {
  return client.peek().delete("/v1/series/{series_id}", { path: { series_id: series } });
}

/** The list knows an answer at once. */
function kept(found: Rematch): Rematch {
  offers.value = offers.peek().flatMap((one) => {
    if (one.game.id !== found.game) return [one];
    return found.offer?.state === "open" ? [{ ...one, offer: found.offer }] : [];
  });
  return found;
}
