// The games of the person who is signed in, kept as the service has them now by one stream.

import { computed, effect, signal } from "@preact/signals";
import { type Game, type GameSummary, Refused, type StreamedHead } from "flipside-client";
import { client, forgetSession, session } from "../session/session.ts";
import { now, setNow } from "../texts/times.ts";
import { keepList } from "./memory.ts";
import { offers } from "./rematches.ts";
import { seeks } from "./seeks.ts";

/** By id; undefined until the service has answered. */
export const myGames = signal<ReadonlyMap<string, GameSummary> | undefined>(undefined);

/** Whether the service can be heard just now. */
export const isConnected = signal(true);

/** The `cursor` of the list for games that are not loaded yet; null if there are none. */
const next = signal<string | null>(null);

/** Whether there are more games than those that are loaded. */
export const hasMore = computed(() => next.value !== null);

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
    let saysOffers = false;
    const onOpen = () => {
      isConnected.value = true;
      saysOffers = false;
    };
    for await (const item of asked.followAll({ signal, onBreak, onOpen })) {
      if (item.type === "snapshot") {
        myGames.value = new Map();
        next.value = item.next;
        offers.value = [];
        item.games.forEach(keep);
        setNow(item.server_now);
      } else if (item.type === "game") {
        keep(item.game);
      } else if (item.type === "seeks") {
        seeks.value = item.seeks;
      } else if (item.type === "rematches") {
        offers.value = item.rematches;
        saysOffers = true;
      } else if (item.type === "heartbeat") {
        if (!saysOffers && offers.peek().length > 0) offers.value = []; // where a stream goes on after a break, no word means none
      } else if (item.type === "head") {
        keepHead(item);
      } else if (item.type === "left") {
        const others = new Map(myGames.peek());
        others.delete(item.game);
        myGames.value = others;
      }
    }
  }
});

/** Take a game as the service has just shown it. */
export function keep(game: GameSummary | Game): void {
  const known = myGames.peek()?.get(game.id);
  if (known !== undefined && known.version > game.version) return;
  put("view" in game ? summaryOf(game) : game);
}

/** A look at a game as a list has it. */
export function summaryOf({ view, ...game }: Game): GameSummary {
  const { phase, side, direction, color, discard, decision, paused, result } = view;
  const cards = game.seats.map((seat) => seat.cards);
  const uno = game.seats.map((seat) => seat.uno);
  const table = {
    phase, side, direction, color, top: discard[0] ?? null, cards, uno, decision, paused, winners: result?.winners ?? [],
  };
  return { ...game, table: game.status === "lobby" ? null : table };
}

/** Load the next page of games. */
export async function loadMore(): Promise<void> {
  const cursor = next.peek();
  if (cursor === null) return;
  const page = await client.peek().get("/v1/me/games", { query: { cursor } });
  if (next.peek() !== cursor) return;
  page.games.forEach(keep);
  next.value = page.next;
}

/** Whether a game waits for the person who asked for it; after a round it waits for nobody, so for all who can go on. */
export function isMine(game: Pick<GameSummary, "status" | "your_seat" | "your_turn" | "can_act" | "waiting">): boolean {
  const { status, your_seat, your_turn, can_act, waiting } = game;
  if (status !== "running" || your_seat === null) return false;
  return your_turn || (waiting === null ? can_act : waiting.seats.includes(your_seat));
}

/** Running games that wait for me, the most urgent first; all others by deadline; open tables; finished games, the newest first. */
export const sorted = computed(() => {
  const games = [...(myGames.value?.values() ?? [])];
  const running = games.filter(({ status }) => status === "running").sort(byDeadline);
  return {
    mine: running.filter(isMine),
    others: running.filter((game) => !isMine(game)),
    open: games.filter(({ status }) => status === "lobby").sort(byChange),
    finished: games.filter(({ status }) => status === "finished").sort(byChange),
  };
});

/** A head says all that changes in a match; who sits at the table changes before it. */
export function keepHead(head: Omit<StreamedHead, "type" | "cursor">): void {
  const { game, version, chain, status, turn, your_turn, can_act, deadline_at, waiting, table } = head;
  const known = myGames.peek()?.get(game);
  if (known === undefined) return;
  const updated_at = new Date(now.peek()).toISOString();
  put({ ...known, version, chain, status, turn, your_turn, can_act, deadline_at, waiting, table, updated_at });
  if (known.status === "lobby") readSeats(game).catch(() => {}); // the next head asks again
}

async function readSeats(id: string): Promise<void> {
  const game = await client.peek().get("/v1/games/{game_id}", { path: { game_id: id } });
  if (myGames.peek()?.has(id) === true) keep(game); // or I have left it meanwhile
}

function put(game: GameSummary): void {
  myGames.value = new Map(myGames.peek()).set(game.id, game);
}

function byDeadline(one: GameSummary, other: GameSummary): number {
  const ends = (game: GameSummary) => (game.deadline_at === null ? Infinity : Date.parse(game.deadline_at));
  if (ends(one) !== ends(other)) return ends(one) - ends(other);
  return (one.waiting?.since ?? one.created_at).localeCompare(other.waiting?.since ?? other.created_at);
}

function byChange(one: GameSummary, other: GameSummary): number {
  return other.updated_at.localeCompare(one.updated_at);
}
