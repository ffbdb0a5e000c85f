// The log of a match, and its table at the moments that are looked at: each is asked for once, and those that come next
// ahead of time.

import { computed, signal, type ReadonlySignal } from "@preact/signals";
import { type Game, type LogEntry, Refused, type Refusal, type State } from "flipside-client";
import { client } from "../../session/session.ts";
import { type Moment, momentsOf } from "./moments.ts";

/** Whose eyes look: a seat's, everybody's after the match, or, null, those of the person during it. */
export type Viewer = "open" | number | null;

const AT_ONCE = 3;
const AHEAD = 6;

export class Recording {
  readonly game = signal<Game | undefined>(undefined);
  /** Undefined until the whole log is there. */
  readonly entries = signal<readonly LogEntry[] | undefined>(undefined);
  readonly refusal = signal<Refusal | undefined>(undefined);
  readonly isOffline = signal(false);
  readonly viewer = signal<Viewer>(null);
  readonly moments: ReadonlySignal<readonly Moment[]> = computed(() => momentsOf(this.entries.value ?? []));

  private readonly states = signal<ReadonlyMap<string, State>>(new Map());
  private readonly wanted: { viewer: Viewer; version: number }[] = [];
  /** What is asked for and has not come yet. */
  private readonly asked = new Set<string>();
  private readonly controller = new AbortController();

  constructor(readonly id: string) {
    void this.read();
  }

  /** Read the game and its log; of a finished match everything is open. */
  async read(): Promise<void> {
    this.isOffline.value = false;
    try {
      const path = { game_id: this.id };
      const { signal } = this.controller;
      const game = await client.peek().get("/v1/games/{game_id}", { path, signal });
      const as = game.status === "finished" ? ({ as: "open" } as const) : {};
      const entries: LogEntry[] = [];
      for (let more = true; more; ) {
        const after = entries.at(-1)?.seq ?? 0;
        const page = await client.peek().get("/v1/games/{game_id}/events", { path, query: { after, limit: 500, ...as }, signal });
        entries.push(...page.events);
        more = page.more;
      }
      this.viewer.value = game.status === "finished" ? "open" : null;
      this.game.value = game;
      this.entries.value = entries;
      this.refusal.value = undefined;
      if (game.status === "running") await this.follow(game.version);
    } catch (error) {
      this.fail(error);
    }
  }

  /** Take what happens after a version, until the match is over: then everything is open. */
  private async follow(version: number): Promise<void> {
    const { signal } = this.controller;
    let fresh: LogEntry[] = []; // those of one command come one by one; its table is there after the last of them
    for await (const item of client.peek().follow(this.id, { after: String(version), signal })) {
      const known = this.entries.peek() ?? [];
      if (item.type === "event") fresh.push(item.entry);
      if (item.type === "head") {
        this.entries.value = [...known, ...fresh.filter(({ seq }) => seq > known.length)];
        fresh = [];
      }
      if (item.type === "reset") break;
    }
    await this.read();
  }

  /** The table at a place of `moments`; undefined until it has come. */
  stateAt(place: number): State | undefined {
    const moment = this.moments.value[place];
    return moment && this.states.value.get(key(this.viewer.value, moment.version));
  }

  /** Load the table at a place, and those after it. What was wanted before and is not yet asked for is given up. */
  want(place: number): void {
    const viewer = this.viewer.peek();
    const versions = [...Array(AHEAD + 1).keys(), -1].flatMap((step) => this.moments.peek()[place + step]?.version ?? []);
    const missing = versions.filter((version) => !this.states.peek().has(key(viewer, version)) && !this.asked.has(key(viewer, version)));
    this.wanted.splice(0, this.wanted.length, ...missing.map((version) => ({ viewer, version })));
    this.work();
  }

  close(): void {
    this.controller.abort();
  }

  private work(): void {
    while (this.asked.size < AT_ONCE) {
      const next = this.wanted.shift();
      if (next === undefined) return;
      const name = key(next.viewer, next.version);
      this.asked.add(name);
      void this.load(next.viewer, next.version).finally(() => {
        this.asked.delete(name);
        this.work();
      });
    }
  }

  private async load(viewer: Viewer, version: number): Promise<void> {
    const query = viewer === null ? {} : { as: `${viewer}` as "open" | "0" };
    try {
      const state = await client.peek().get("/v1/games/{game_id}/states/{version}", {
        path: { game_id: this.id, version: String(version) },
        query,
        signal: this.controller.signal,
      });
      this.states.value = new Map(this.states.peek()).set(key(viewer, version), state);
      this.isOffline.value = false;
      this.refusal.value = undefined;
    } catch (error) {
      this.fail(error);
    }
  }

  private fail(error: unknown): void {
    if (this.controller.signal.aborted) return;
    this.wanted.length = 0;
    if (error instanceof Refused) this.refusal.value = error.refusal;
    else this.isOffline.value = true;
  }
}

function key(viewer: Viewer, version: number): string {
  return `${viewer}:${version}`;
}
