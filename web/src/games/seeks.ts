// What the person looks for: kept as the stream and the answers to their own acts have it.

import { computed, effect, signal } from "@preact/signals";
import { type Seek, type SeekRequest, Refused } from "flipside-client";
import { client, session } from "../session/session.ts";

/** Those that are not over, and those that ended lately. */
export const seeks = signal<readonly Seek[]>([]);

/** Those that wait or are called: the called ones first, then the newest. */
export const activeSeeks = computed(() =>
  seeks.value.filter(isActive).sort((one, other) => Number(other.state === "called") - Number(one.state === "called")),
);

/** Whether a match is ready for which the person has not confirmed yet. */
export const isCalled = computed(() => activeSeeks.value.some(({ muster }) => muster?.confirmed === false));

/** The last wish, until the service has answered it. */
let unanswered: { wish: string; command_id: string } | undefined;

effect(() => {
  void session.value?.player;
  seeks.value = [];
});

/** Look for a match. The same wish once more, after an answer was lost, is the same seek. */
export async function look(body: SeekRequest): Promise<Seek> {
  const wish = JSON.stringify([session.peek()?.player, body]);
  if (unanswered?.wish !== wish) unanswered = { wish, command_id: crypto.randomUUID() };
  const { command_id } = unanswered;
  try {
    const made = await client.peek().post("/v1/me/seeks", { body: { ...body, command_id } });
    unanswered = undefined;
    keepSeek(made);
    return made;
  } catch (error) {
    if (error instanceof Refused) unanswered = undefined;
    throw error;
  }
}

/** Confirm that the person is there. */
export async function confirmSeek(id: string): Promise<Seek> {
  const path = { seek_id: id };
  try {
    const found = await client.peek().post("/v1/me/seeks/{seek_id}/confirm", { path });
    keepSeek(found);
    return found;
  } catch (error) {
    if (error instanceof Refused) await readSeeks().catch(() => {}); // it is not what the page shows
    throw error;
  }
}

/** Stop looking. */
export async function cancelSeek(id: string): Promise<void> {
  await client.peek().delete("/v1/me/seeks/{seek_id}", { path: { seek_id: id } });
  await readSeeks();
}

/** Ask for all of them. */
export async function readSeeks(): Promise<void> {
  const asked = client.peek();
  const found = await asked.get("/v1/me/seeks");
  if (asked === client.peek()) seeks.value = found.seeks;
}

/** Take a seek as the service has just shown it. */
export function keepSeek(seek: Seek): void {
  seeks.value = [seek, ...seeks.peek().filter(({ id }) => id !== seek.id)];
}

export function isActive({ state }: Pick<Seek, "state">): boolean {
  return state === "waiting" || state === "called";
}
