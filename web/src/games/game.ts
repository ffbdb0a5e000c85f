// One game, kept as the service has it now by its stream.

import { effect, signal, type ReadonlySignal } from "@preact/signals";
import { type Game, type LogEntry, Refused, type Refusal, type SinceYouLooked } from "flipside-client";
import { mayPass, pauseAfter } from "../session/retry.ts";
import { client } from "../session/session.ts";
import { setNow } from "../texts/times.ts";
import { noteHead } from "./heads.ts";
import { keepGame } from "./memory.ts";

/** How many events are read at once. */
const PAGE = 100;
/** So many are kept while a match goes on, unless the person has asked for older ones. */
const MOST = 200;

export interface OpenGame {
  /** Undefined until the service has answered. */
  readonly game: ReadonlySignal<Game | undefined>;
  /** The latest events, the oldest first, without gaps. */
  readonly entries: ReadonlySignal<readonly LogEntry[]>;
  /** What happened before the page was opened, since the player looked or moved; null once they know it. */
  readonly sinceLooked: ReadonlySignal<SinceYouLooked | null>;
  /** Why there is nothing to see: the game is unknown or hidden. */
  readonly refusal: ReadonlySignal<Refusal | undefined>;
  /** Whether the service can be heard just now. */
  readonly isConnected: ReadonlySignal<boolean>;
  /** Read older events. */
  readEarlier(): Promise<void>;
  /** The player knows what happened before the page was opened. */
  dismissSinceLooked(): void;
  /** Keep it as the service has it, as the person who is signed in, until the returned function is called. */
  follow(): () => void;
}

/** A game that is followed from `follow` on; before that, only what the device remembers of it is there. */
export function openGame(id: string): OpenGame {
  const game = signal<Game | undefined>(undefined);
  const entries = signal<readonly LogEntry[]>([]);
  const sinceLooked = signal<SinceYouLooked | null>(null);
  const refusal = signal<Refusal | undefined>(undefined);
  const isConnected = signal(true);
  const path = { game_id: id };
  let hasReadEarlier = false;
  /** Since the service answered last. */
  let failures = 0;
  keepGame(id, game);
  effect(() => void (game.value && noteHead(game.value)));

  function show(found: Game): void {
    if ((game.peek()?.version ?? 0) <= found.version) game.value = found;
    setNow(found.server_now);
  }

  /** The stream tells what happened; what the viewer may do now is in the game itself. */
  async function read(signal: AbortSignal): Promise<void> {
    show(await client.peek().get("/v1/games/{game_id}", { path, signal }));
  }

  /** The stream may have brought some of the events already. */
  function put(found: readonly LogEntry[]): void {
    const known = new Map([...entries.peek(), ...found].map((one) => [one.seq, one]));
    const all = [...known.values()].sort((one, other) => one.seq - other.seq);
    entries.value = hasReadEarlier ? all : all.slice(-MOST);
  }

  async function readEvents(after: number, limit: number, signal?: AbortSignal): Promise<void> {
    const query = { after, limit };
    const page = await client.peek().get("/v1/games/{game_id}/events", { path, query, ...(signal && { signal }) });
    put(page.events);
  }

  async function run(signal: AbortSignal): Promise<void> {
    const query = { include: "since_you_looked" } as const;
    const first = await client.peek().get("/v1/games/{game_id}", { path, query, signal });
    game.value = first;
    refusal.value = undefined;
    onOpen();
    sinceLooked.value = first.since_you_looked ?? null;
    setNow(first.server_now);
    await readEvents(Math.max(0, first.version - PAGE), PAGE, signal);
    for await (const item of client.peek().follow(id, { after: String(first.version), signal, onBreak, onOpen })) {
      if (item.type === "snapshot") {
        game.value = item.game;
        entries.value = [];
        setNow(item.game.server_now);
        await readEvents(Math.max(0, item.game.version - PAGE), PAGE, signal);
      } else if (item.type === "event") {
        put([item.entry]);
      } else if (item.type === "head") {
        await read(signal);
      }
    }
    await read(signal); // the stream of a finished match ends at once
  }

  function onBreak(): void {
    isConnected.value = false;
  }

  function onOpen(): void {
    isConnected.value = true;
    failures = 0;
  }

  /** The stream goes on by itself after a break; what else gets no answer, or is cut, is asked from the beginning. */
  async function stay(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const line = new AbortController();
      const cut = () => line.abort();
      signal.addEventListener("abort", cut, { signal: line.signal });
      addEventListener("offline", cut, { signal: line.signal }); // long before the stream is found silent
      try {
        return await run(line.signal);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof Refused && !mayPass(error)) {
          refusal.value = error.refusal;
          return;
        }
        isConnected.value = false;
        await pauseAfter(failures++, signal);
      } finally {
        cut();
      }
    }
  }

  function follow(): () => void {
    return effect(() => {
      void client.value; // another person, or another language: from the beginning
      entries.value = [];
      const controller = new AbortController();
      void stay(controller.signal);
      return () => controller.abort();
    });
  }

  async function readEarlier(): Promise<void> {
    hasReadEarlier = true;
    const oldest = entries.peek()[0]?.seq ?? 1;
    const after = Math.max(0, oldest - 1 - PAGE);
    if (oldest > 1) await readEvents(after, oldest - 1 - after);
  }

  function dismissSinceLooked(): void {
    sinceLooked.value = null;
  }

  return { game, entries, sinceLooked, refusal, isConnected, readEarlier, dismissSinceLooked, follow };
}
