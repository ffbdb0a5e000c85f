// What the parts of a table share: the game as the service has it, and what the person has chosen but not sent.

import { signal } from "@preact/signals";
import type { Command } from "flipside-client";
import type { OpenGame } from "../../games/game.ts";
import { send } from "../../moves/outbox.ts";

export class Table {
  /** The handle of the chosen card, or null. */
  readonly chosen = signal<number | null>(null);

  /** The commands that are left to choose from in an open sheet, or null: no sheet is open. */
  readonly asked = signal<readonly Command[] | null>(null);

  constructor(
    readonly id: string,
    readonly opened: OpenGame,
  ) {}

  /** Send a command, with the version that the person saw. */
  async send(command: Command): Promise<void> {
    const version = this.opened.game.value?.version ?? null;
    this.chosen.value = null;
    this.asked.value = null;
    await send(this.id, command, version);
  }
}
