// Streams: Server-Sent Events, gone on with after every break by the cursor of the last item.

import type { Client } from "./client.js";
import { decode } from "./decode.js";
import { Refused } from "./refusals.js";
import { ANSWERS } from "./shapes.js";
import { BACK_OFF, type BackOff, pause, sleep } from "./time.js";

export interface Following {
  /** The cursor of the last item that you have dealt with; without it the stream begins with a snapshot. */
  after?: string | undefined;
  signal?: AbortSignal | undefined;
  backOff?: BackOff;
  /** The stream broke, and is opened again after so many milliseconds. */
  onBreak?: (milliseconds: number) => void;
  /** The stream is open, for the first time or after a break. The next item may be long in coming. */
  onOpen?: () => void;
}

/** The service sends something every 15 seconds. */
const SILENCE = 45_000;
const FINAL = new Set(["finished", "no_access"]);
const QUARANTINE = 60_000;

interface Plain {
  type: string;
  cursor?: string;
  reason?: string;
}

export async function* follow<Item>(
  client: Client,
  path: string,
  places: Record<string, string>,
  { after, signal, backOff = BACK_OFF, onBreak, onOpen }: Following,
): AsyncGenerator<Item, void> {
  let cursor = after;
  for (let failures = 0; ; failures++) {
    let least = 0;
    const connection = new Connection(signal);
    try {
      const query = { after: cursor };
      const header = { Accept: "text/event-stream" };
      const response = await client.open("get", path, { path: places, query, header, signal: connection.signal });
      if (response.status === 204) return; // the match is over and everything was told
      onOpen?.();
      for await (const data of connection.events(response)) {
        const item = JSON.parse(data) as Plain;
        failures = 0;
        yield decode(item, ANSWERS[`get ${path}`]) as Item;
        cursor = item.cursor ?? cursor;
        if (item.type === "end" && FINAL.has(item.reason ?? "")) return;
        if (item.type === "end" && item.reason === "quarantined") least = QUARANTINE;
      }
    } catch (error) {
      if (signal?.aborted) return;
      const refusal = error instanceof Refused ? error.refusal : undefined;
      if (refusal?.code === "bad_cursor" && cursor !== undefined) cursor = undefined;
      else if (refusal !== undefined && refusal.status < 500 && refusal.status !== 429) throw error;
    } finally {
      connection.close();
    }
    const wait = Math.max(least, pause(failures, backOff));
    onBreak?.(wait);
    try {
      await sleep(wait, signal);
    } catch {
      return;
    }
  }
}

/** One connection, which ends when it is silent for too long. */
class Connection {
  private readonly controller = new AbortController();
  private timer: ReturnType<typeof setTimeout> | undefined;
  private readonly stop = () => this.controller.abort();

  constructor(private readonly outer: AbortSignal | undefined) {
    outer?.addEventListener("abort", this.stop);
    if (outer?.aborted) this.stop();
  }

  get signal(): AbortSignal {
    return this.controller.signal;
  }

  close(): void {
    clearTimeout(this.timer);
    this.outer?.removeEventListener("abort", this.stop);
    this.stop();
  }

  /** The `data` of each event. What a break left of one is dropped: the cursor brings it again. */
  async *events(response: Response): AsyncGenerator<string, void> {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let rest = "";
    let data: string[] = [];
    while (reader !== undefined) {
      this.listen();
      const { done, value } = await reader.read();
      if (done) return;
      const lines = (rest + decoder.decode(value, { stream: true })).split(/\r?\n/);
      rest = lines.pop() ?? "";
      for (const line of lines) {
        if (line.startsWith("data:")) data.push(line.slice(5).trimStart());
        if (line !== "" || data.length === 0) continue;
        yield data.join("\n");
        data = [];
      }
    }
  }

  private listen(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(this.stop, SILENCE);
  }
}
