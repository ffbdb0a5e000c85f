// Public tables with a free seat, as the person wants them.

import { effect, signal, computed } from "@preact/signals";
import { type GameSummary, Refused } from "flipside-client";
import { playBots, takeSeat } from "../../games/tables.ts";
import { untilAnswered } from "../../session/retry.ts";
import { client, session, signInAsGuest } from "../../session/session.ts";

export const SPEEDS = ["live", "day", "days", "none"] as const;
export const RULESETS = ["flip", "classic", "classic_from_flip", "h2o", "attack", "spin"] as const;
export type Speed = (typeof SPEEDS)[number];
export type RulesetName = (typeof RULESETS)[number];

/** A table may be full when we come, or its host may have removed us before: then the next one. */
const TRIES = 3;

const OPPONENTS = ["sharp", "random", "sharp"];

export class OpenTables {
  readonly ruleset = signal<RulesetName | "any">("any");
  readonly speed = signal<Speed | "any">("any");
  /** Undefined until the service has answered. */
  private readonly found = signal<readonly GameSummary[] | undefined>(undefined);
  private readonly next = signal<string | null>(null);
  private readonly asked = signal(0);
  readonly isOffline = signal(false);

  /** Without those where the person has a seat already. */
  readonly tables = computed(() => this.found.value?.filter(({ your_seat }) => your_seat === null));
  readonly hasMore = computed(() => this.next.value !== null);

  /** Load the tables, and again when the wish changes. Returns what ends it. */
  start(): () => void {
    const look = () => {
      if (document.visibilityState === "visible") this.reload();
    };
    document.addEventListener("visibilitychange", look);
    const end = effect(() => {
      void this.asked.value;
      const [asked, query] = [client.value, this.query()];
      const controller = new AbortController();
      const { signal } = controller;
      const fail = () => {
        if (!signal.aborted) this.isOffline.value = true;
      };
      untilAnswered(() => asked.get("/v1/games", { query, signal }), signal, fail).then((page) => {
        this.found.value = page.games;
        this.next.value = page.next;
        this.isOffline.value = false;
      }, fail);
      return () => controller.abort();
    });
    return () => {
      document.removeEventListener("visibilitychange", look);
      end();
    };
  }

  reload(): void {
    this.asked.value += 1;
  }

  async loadMore(): Promise<void> {
    const cursor = this.next.peek();
    if (cursor === null) return;
    const page = await client.peek().get("/v1/games", { query: { ...this.query(), cursor } });
    this.found.value = [...(this.found.peek() ?? []), ...page.games];
    this.next.value = page.next;
  }

  /** Sit down at a table. Returns its id. If it is refused, the tables are not what they were. */
  async sit(table: string): Promise<string> {
    if (session.value === null) await signInAsGuest();
    try {
      await takeSeat(table);
    } catch (error) {
      if (error instanceof Refused) this.reload();
      throw error;
    }
    return table;
  }

  /** Sit down at the fullest table that fits, or play against bots. Returns the id of the game. */
  async playNow(): Promise<string> {
    const fullest = [...(this.tables.peek() ?? [])].sort((one, other) => one.open_seats - other.open_seats);
    for (const { id } of fullest.slice(0, TRIES)) {
      try {
        return await this.sit(id);
      } catch (error) {
        if (!(error instanceof Refused) || ![403, 409].includes(error.status)) throw error;
      }
    }
    if (session.value === null) await signInAsGuest();
    const ruleset = this.ruleset.value === "any" ? "flip" : this.ruleset.value;
    return playBots({ options: { ruleset, scoring: "single_round" } }, OPPONENTS);
  }

  private query() {
    const [ruleset, speed] = [this.ruleset.value, this.speed.value];
    return {
      open_seats: true,
      status: "lobby" as const,
      // Tables at which the person would be refused are of no use to them.
      ...(session.value === null ? {} : { suits_me: true }),
      ...(ruleset === "any" ? {} : { ruleset }),
      ...(speed === "any" ? {} : { speed }),
    };
  }
}
