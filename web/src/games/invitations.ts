// Invitations that wait for the person who is signed in: the inbox has them, also when they have ended.

import { computed, effect, signal } from "@preact/signals";
import { type InvitedMessage, Refused } from "flipside-client";
import { client, session } from "../session/session.ts";
import { myGames } from "./my-games.ts";

/** How many of the newest invitations are looked at. */
const MOST = 5;

const found = signal<readonly InvitedMessage[]>([]);

/** Without those to tables where the person sits by now. */
export const invitations = computed(() => found.value.filter(({ game_id }) => !sitsAt(game_id)));

const isListed = computed(() => myGames.value !== undefined);

effect(() => {
  const asked = client.value;
  found.value = [];
  if (session.value === null || !isListed.value) return undefined;
  const controller = new AbortController();
  const look = () => {
    if (document.visibilityState === "hidden") return;
    openOnes(asked, controller.signal).then(
      (open) => {
        found.value = open;
      },
      () => {}, // the page says whether it is offline
    );
  };
  look();
  document.addEventListener("visibilitychange", look);
  return () => {
    document.removeEventListener("visibilitychange", look);
    controller.abort();
  };
});

export async function decline({ id, data }: InvitedMessage): Promise<void> {
  try {
    await client.peek().delete("/v1/invitations/{code}", { path: { code: data.code } });
  } catch (error) {
    if (!(error instanceof Refused)) throw error; // it has ended already
  }
  found.value = found.peek().filter((one) => one.id !== id);
}

function sitsAt(game: string | null): boolean {
  return game !== null && (myGames.value?.has(game) ?? false);
}

async function openOnes(asked: typeof client.value, signal: AbortSignal): Promise<InvitedMessage[]> {
  const { notifications } = await asked.get("/v1/me/notifications", { query: { limit: 50 }, signal });
  const invited = notifications
    .filter((one): one is InvitedMessage => one.kind === "invited" && !sitsAt(one.game_id))
    .slice(0, MOST);
  const open = await Promise.all(invited.map(isOpen));
  return invited.filter((_, place) => open[place]);

  async function isOpen({ data: { code } }: InvitedMessage): Promise<boolean> {
    try {
      const { invitation, game } = await asked.get("/v1/invitations/{code}", { path: { code }, signal });
      return invitation.state === "open" && game.your_seat === null;
    } catch (error) {
      if (error instanceof Refused) return false;
      throw error;
    }
  }
}
