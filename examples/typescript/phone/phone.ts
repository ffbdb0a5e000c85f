// A game on a phone: what the service has said, what we have asked for since, and what is on the screen meanwhile.

import { randomUUID } from "node:crypto";
import type { CommandAccepted, Command, CommandRequest, Game, GameStreamItem } from "../api.js";
import { body, Refused, type Service } from "../service.js";
import type { Outbox } from "./outbox.js";
import { draw, expected } from "./screen.js";

export class Phone {
  replayed = 0; // answers to commands that the service had carried out before
  refused: string[] = []; // codes

  constructor(
    private readonly service: Service,
    private readonly outbox: Outbox,
    public game: Game, // as the service showed it last
    public seen = game.version, // the last event the stream told: answers may be ahead of it
  ) {}

  /** The player taps: the move is kept, and shown as if it were made. Nothing is sent yet. */
  tap(command: Command): void {
    // The decision rests on this version. Whatever comes in between, we are asked again, not taken at our word.
    const request = { command_id: randomUUID(), command, expected_version: this.game.version };
    this.outbox.put({ game: this.game.id, request });
  }

  /** Send what waits. False: there is no network. */
  async send(): Promise<boolean> {
    return this.outbox.flush(this.service, (request, outcome) => this.settle(request, outcome));
  }

  private settle(_request: CommandRequest, outcome: CommandAccepted | Refused): void {
    if (outcome instanceof Refused) {
      // The guess on the screen was wrong; it vanishes with the command, and the game is as the service says.
      this.refused.push(outcome.problem.code);
      return;
    }
    if (outcome.replayed) this.replayed++;
    if (outcome.game) this.take(outcome.game);
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
      default: // heartbeats, the end; after a reset comes a snapshot
        return false;
    }
  }

  async look(): Promise<void> {
    const params = { path: { game_id: this.game.id } };
    this.take(await body(this.service.GET("/v1/games/{game_id}", { params })));
  }

  /** Answers overtake each other; the higher version is the newer one. */
  private take(game: Game): void {
    if (game.version >= this.game.version) this.game = game;
  }

  get waiting(): readonly CommandRequest[] {
    return this.outbox.of(this.game.id);
  }

  /** The table with what we asked for already on it, as long as that rests on what we know. */
  get shown(): Game {
    return this.waiting
      .filter((request) => request.expected_version === this.game.version)
      .reduce((game, request) => expected(game, request.command), this.game);
  }

  get screen(): string {
    return draw(this.shown, this.waiting.length);
  }
}
