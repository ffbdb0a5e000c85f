// What happens in a game, as it happens: lines of JSON from the service, gone on with after every break.

import type { GameStreamItem } from "../api.js";
import { Refused, sleep } from "../service.js";

export type Fetch = (request: Request) => Promise<Response>;

/** Follow a game until the match is over. `after`: the cursor of the last item that was dealt with, if there is one. */
export async function* follow(
  fetch: Fetch,
  address: string,
  token: string,
  game: string,
  after?: string,
): AsyncGenerator<GameStreamItem> {
  let cursor = after;
  for (;;) {
    try {
      const response = await fetch(opening(address, token, game, cursor));
      if (response.status === 204) return; // everything has been told
      if (!response.ok) throw new Refused(response.status, (await response.json()) as Refused["problem"]);
      for await (const line of lines(response)) {
        const item = JSON.parse(line) as GameStreamItem;
        if ("cursor" in item) cursor = item.cursor;
        yield item;
        if (item.type === "end" && item.reason === "finished") return;
      }
    } catch (error) {
      if (error instanceof Refused && error.status < 500) throw error; // anything else is the network: come again
    }
    await sleep(500 + 500 * Math.random()); // not all phones at once, after a restart
  }
}

function opening(address: string, token: string, game: string, cursor?: string): Request {
  const place = cursor === undefined ? "" : `?after=${encodeURIComponent(cursor)}`;
  const headers = { Authorization: `Bearer ${token}`, Accept: "application/jsonl" };
  return new Request(`${address}/v1/games/${game}/stream${place}`, { headers });
}

/** The whole lines of a body; what a broken connection left of one is dropped, the cursor brings it again. */
async function* lines(response: Response): AsyncGenerator<string> {
  let rest = "";
  const decoder = new TextDecoder();
  for await (const chunk of response.body ?? []) {
    const parts = (rest + decoder.decode(chunk, { stream: true })).split("\n");
    rest = parts.pop() ?? "";
    yield* parts;
  }
}
