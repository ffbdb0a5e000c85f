// The games of the person who is signed in, kept as the service has them now by one stream.

import { effect, signal } from "@preact/signals";
import { type GameSummary, Refused } from "flipside-client";
import { client, forgetSession, session } from "../session/session.ts";
import { setNow } from "../texts/times.ts";
import { keepList } from "./memory.ts";

/** By id; undefined until the service has answered. */
export const myGames = signal<ReadonlyMap<string, GameSummary> | undefined>(undefined);

/** Whether the service can be heard just now. */
export const isConnected = signal(true);

keepList(myGames);

effect(() => {
  if (session.value === null) {
    myGames.value = undefined;
    return undefined;
  }
  const asked = client.value;
  const controller = new AbortController();
  run(controller.signal).catch((error: unknown) => {
    if (controller.signal.aborted) return;
    isConnected.value = false;
    if (error instanceof Refused && error.status === 401) void forgetSession();
  });
  return () => controller.abort();

  async function run(signal: AbortSignal): Promise<void> {
    const onBreak = () => {
      isConnected.value = false;
    };
    for await (const item of asked.followAll({ signal, onBreak })) {
      isConnected.value = true;
      if (item.type === "snapshot") {
        myGames.value = new Map(item.games.map((one) => [one.id, one]));
        setNow(item.server_now);
      } else if (item.type === "game") {
        put(item.game);
      } else if (item.type === "head") {
        const known = myGames.peek()?.get(item.game);
        const { version, chain, status, turn, your_turn, can_act, deadline_at } = item;
        if (known !== undefined) put({ ...known, version, chain, status, turn, your_turn, can_act, deadline_at });
      } else if (item.type === "left") {
        const others = new Map(myGames.peek());
        others.delete(item.game);
        myGames.value = others;
      }
    }
  }
});

function put(game: GameSummary): void {
  myGames.value = new Map(myGames.peek()).set(game.id, game);
}
