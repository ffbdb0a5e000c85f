// One game, kept as the service has it now by its stream.

import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { type Game, type LogEntry, Refused, type Refusal } from "flipside-client";
import { client } from "../session/session.ts";
import { setNow } from "../texts/times.ts";
import { keepGame } from "./memory.ts";

export interface OpenGame {
  /** Undefined until the service has answered. */
  readonly game: ReadonlySignal<Game | undefined>;
  /** What happened while the page was open, the oldest first. */
  readonly entries: ReadonlySignal<readonly LogEntry[]>;
  /** Why there is nothing to see: the game is unknown or hidden. */
  readonly refusal: ReadonlySignal<Refusal | undefined>;
  /** Whether the service can be heard just now. */
  readonly isConnected: ReadonlySignal<boolean>;
  close(): void;
}

/** Follow a game until `close`, as the person who is signed in. */
export function openGame(id: string): OpenGame {
  const game = signal<Game | undefined>(undefined);
  const entries = signal<readonly LogEntry[]>([]);
  const refusal = signal<Refusal | undefined>(undefined);
  const isConnected = signal(true);
  keepGame(id, game);

  /** The stream tells what happened; what the viewer may do now is in the game itself. */
  async function read(signal: AbortSignal): Promise<void> {
    const found = await client.peek().get("/v1/games/{game_id}", { path: { game_id: id }, signal });
    if ((game.peek()?.version ?? 0) <= found.version) game.value = found;
    setNow(found.server_now);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const following = client.peek().follow(id, {
      signal,
      onBreak: () => {
        isConnected.value = false;
      },
    });
    for await (const item of following) {
      isConnected.value = true;
      if (item.type === "snapshot") {
        game.value = item.game;
        setNow(item.game.server_now);
      } else if (item.type === "event") {
        entries.value = [...entries.peek(), item.entry];
      } else if (item.type === "head") {
        await read(signal);
      }
    }
    await read(signal); // the stream of a finished match ends at once
  }

  const close = effect(() => {
    void client.value; // another person, or another language: from the beginning
    const controller = new AbortController();
    run(controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return;
      if (error instanceof Refused) refusal.value = error.refusal;
      isConnected.value = false;
    });
    return () => controller.abort();
  });

  return { game, entries, refusal, isConnected, close };
}
