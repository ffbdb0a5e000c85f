// A game on a phone: what the service has said, what we have asked for since, and what is on the screen meanwhile.

import { type Client, type Command, type Game, type GameStreamItem, Outbox, type OutboxStorage } from "flipside-client";
import type { Outcome, Waiting } from "flipside-client";
import { draw, expected } from "./screen.js";

export class Phone {
  replayed = 0; // answers to commands that the service had carried out before
  private outbox!: Outbox;

  private constructor(
    private readonly client: Client,
    public game: Game, // as the service showed it last
    public seen: number, // the last event the stream told: answers may be ahead of it
  ) {}

  static async open(client: Client, storage: OutboxStorage, game: Game, seen = game.version): Promise<Phone> {
    const phone = new Phone(client, game, seen);
    phone.outbox = await Outbox.open(client, { storage, onOutcome: (outcome) => phone.settle(outcome) });
    return phone;
  }

  /** The player taps: the move is kept, and shown as if it were made. Nothing is sent yet. */
  async tap(command: Command): Promise<void> {
    // The decision rests on this version. Whatever comes in between, we are asked again, not taken at our word.
    await this.outbox.put(this.game.id, command, this.game.version);
  }

  /** Send what waits. False: there is no network. */
  send(): Promise<boolean> {
    return this.outbox.flush();
  }

  private settle(outcome: Outcome): void {
    if (outcome.type === "overtaken") console.log(`overtaken by ${outcome.missed.length} events`);
    if (outcome.type === "accepted" && outcome.accepted.replayed) this.replayed++;
  }

  /** Something came out of the stream. True: the table must be looked at again. */
  hear(item: GameStreamItem): boolean {
    switch (item.type) {
      case "snapshot":
        this.take(item.game);
        this.seen = item.game.version;
        return false;
      case "event":
        if (item.entry.seq !== this.seen + 1) throw new Error(`event ${item.entry.seq} after ${this.seen}`);
        this.seen = item.entry.seq;
        return false;
      case "head":
        return item.version > this.game.version;
      default: // heartbeats, the end, what a later release has added; after a reset comes a snapshot
        return false;
    }
  }

  async look(): Promise<void> {
    this.take(await this.client.get("/v1/games/{game_id}", { path: { game_id: this.game.id } }));
  }

  /** Answers overtake each other; the higher version is the newer one. */
  private take(game: Game): void {
    if (game.version >= this.game.version) this.game = game;
  }

  get waiting(): readonly Waiting[] {
    return this.outbox.of(this.game.id);
  }

  /** The table with what we asked for already on it, as long as that rests on what we know. */
  get shown(): Game {
    return this.waiting
      .filter((one) => one.expected_version === this.game.version)
      .reduce((game, one) => expected(game, one.command), this.game);
  }

  get screen(): string {
    return draw(this.shown, this.waiting.length);
  }
}
