// Commands on their way. They are written down before they are sent, so that neither a tunnel nor an empty battery
// loses one; and each has its id from the start, so that sending it again is never playing it again.

import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import type { CommandAccepted, CommandRequest } from "../api.js";
import { body, Refused, type Service } from "../service.js";

export interface Waiting {
  game: string;
  request: CommandRequest;
}

export class Outbox {
  private waiting: Waiting[];

  constructor(private readonly file: string) {
    this.waiting = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Waiting[]) : [];
  }

  put(waiting: Waiting): void {
    this.keep([...this.waiting, waiting]);
  }

  /** What is not answered yet in a game, the oldest first. */
  of(game: string): readonly CommandRequest[] {
    return this.waiting.filter((one) => one.game === game).map((one) => one.request);
  }

  /** Send everything, in order, and tell how it went. False: nobody answers; try again when there is a network. */
  async flush(service: Service, tell: (request: CommandRequest, outcome: CommandAccepted | Refused) => void): Promise<boolean> {
    for (let next = this.waiting[0]; next !== undefined; next = this.waiting[0]) {
      const outcome = await send(service, next);
      if (outcome === "no answer") return false;
      this.keep(this.waiting.slice(1));
      tell(next.request, outcome);
    }
    return true;
  }

  private keep(waiting: Waiting[]): void {
    writeFileSync(`${this.file}.new`, JSON.stringify(waiting));
    renameSync(`${this.file}.new`, this.file); // all or nothing, whenever the battery dies
    this.waiting = waiting;
  }
}

async function send(service: Service, { game, request }: Waiting): Promise<CommandAccepted | Refused | "no answer"> {
  try {
    const params = { path: { game_id: game } };
    return await body(service.POST("/v1/games/{game_id}/commands", { params, body: request }));
  } catch (error) {
    return error instanceof Refused ? error : "no answer";
  }
}
