// Commands on their way. They are written down before they are sent, so that neither a tunnel nor an empty battery
// loses one; and each has its id from the start, so that sending it again never plays it again.

import type { Command, CommandAccepted, LogEntry } from "./api.js";
import type { Client } from "./client.js";
import { Refused, type Refusal } from "./refusals.js";
import { memoryStorage, type OutboxStorage } from "./storage.js";
import { BACK_OFF, type BackOff, pause, sleep } from "./time.js";

/** A command that is not answered yet. */
export interface Waiting {
  game: string;
  command_id: string;
  command: Command;
  /** The version that the player saw; null: the command applies to the game as it is. */
  expected_version: number | null;
}

/** What became of a command. `overtaken`: the game had moved on, and `missed` is what the player has not seen. */
export type Outcome =
  | { type: "accepted"; waiting: Waiting; accepted: CommandAccepted }
  | { type: "overtaken"; waiting: Waiting; missed: LogEntry[]; version: number }
  | { type: "refused"; waiting: Waiting; refusal: Refusal };

export interface OutboxOptions {
  storage?: OutboxStorage;
  onOutcome?: (outcome: Outcome) => void;
  backOff?: BackOff;
}

export class Outbox {
  private flushing: Promise<boolean> | undefined;
  private saved: Promise<void> = Promise.resolve();

  private constructor(
    private readonly client: Client,
    private readonly storage: OutboxStorage,
    private readonly onOutcome: (outcome: Outcome) => void,
    private readonly backOff: BackOff,
    private waiting: readonly Waiting[],
  ) {}

  /** An outbox with what an earlier run of the app has left in it. */
  static async open(client: Client, options: OutboxOptions = {}): Promise<Outbox> {
    const { storage = memoryStorage(), onOutcome = () => {}, backOff = BACK_OFF } = options;
    return new Outbox(client, storage, onOutcome, backOff, await storage.load());
  }

  /** Keep a command; nothing is sent yet. Resolves when it is written down. */
  async put(game: string, command: Command, expected_version: number | null): Promise<Waiting> {
    const waiting = { game, command_id: uuid(), command, expected_version };
    await this.keep([...this.waiting, waiting]);
    return waiting;
  }

  /** What is not answered yet in a game, the oldest first. */
  of(game: string): readonly Waiting[] {
    return this.waiting.filter((one) => one.game === game);
  }

  /**
   * Send everything, in order. False: nobody answers, or the service is busy; try again later. Throws `Refused` if the
   * token is not accepted; the commands are kept.
   */
  flush(): Promise<boolean> {
    this.flushing ??= this.sendAll().finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  /** Flush until everything is sent, with longer and longer pauses. */
  async deliver(signal?: AbortSignal): Promise<void> {
    for (let failures = 0; !(await this.flush()); failures++) await sleep(pause(failures, this.backOff), signal);
  }

  private async sendAll(): Promise<boolean> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const outcome = await this.send(next);
      if (outcome === undefined) return false;
      const settled = next;
      await this.keep(this.waiting.filter((one) => one !== settled));
      this.onOutcome(outcome);
    }
    return true;
  }

  private async send(waiting: Waiting): Promise<Outcome | undefined> {
    const { game, ...body } = waiting;
    try {
      const accepted = await this.client.post("/v1/games/{game_id}/commands", {
        path: { game_id: game },
        header: { Prefer: "return=minimal" }, // what follows comes by the stream
        body,
      });
      return { type: "accepted", waiting, accepted };
    } catch (error) {
      if (!(error instanceof Refused)) return undefined;
      const { refusal, status } = error;
      if (status === 401) throw error;
      if (status === 429 || status >= 500) return undefined;
      if (refusal.code !== "stale_version") return { type: "refused", waiting, refusal };
      return { type: "overtaken", waiting, missed: refusal.missed_events, version: refusal.current_version };
    }
  }

  /** Saves one after the other, or an older list could overwrite a newer one. */
  private keep(waiting: readonly Waiting[]): Promise<void> {
    this.waiting = waiting;
    this.saved = this.saved.catch(() => {}).then(() => this.storage.save(waiting));
    return this.saved;
  }
}

/** A random UUID, also on pages without https, which have no `crypto.randomUUID`. */
function uuid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  const text = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const variant = "89ab"[parseInt(text[16] ?? "0", 16) % 4];
  const parts = [text.slice(0, 8), text.slice(8, 12), `4${text.slice(13, 16)}`, `${variant}${text.slice(17, 20)}`];
  return [...parts, text.slice(20)].join("-");
}
