// Transcripts as bytes: from the service, and whose match one is about.

import { client } from "../../session/session.ts";

/** The first line names the match, its rules and seats: a longer one is not a transcript's. */
const LONGEST_LINE = 1_000_000;

export async function fetchTranscript(game: string): Promise<Uint8Array> {
  const answer = await client.peek().open("get", "/v1/games/{game_id}/transcript", {
    path: { game_id: game },
    header: { Accept: "application/jsonl" },
  });
  return new Uint8Array(await answer.arrayBuffer());
}

/** The public keys that the service publishes; none if it does not answer. */
export async function publishedKeys(): Promise<string[]> {
  try {
    const { keys } = await client.peek().get("/v1/keys");
    return keys.map(({ public_key }) => public_key);
  } catch {
    return [];
  }
}

/** The id of the match that a file says it is about; undefined if it does not begin as a transcript. */
export async function gameOf(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const { game } = JSON.parse(await firstLine(bytes)) as { game?: unknown };
    return typeof game === "string" ? game : undefined;
  } catch {
    return undefined;
  }
}

/** The line that a transcript begins with, and no more of the file than that needs. */
async function firstLine(bytes: Uint8Array): Promise<string> {
  const isCompressed = bytes[0] === 0x1f && bytes[1] === 0x8b;
  const blob = new Blob([bytes as Uint8Array<ArrayBuffer>]);
  const stream = isCompressed ? blob.stream().pipeThrough(new DecompressionStream("gzip")) : blob.stream();
  const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
  let line = "";
  while (!line.includes("\n") && line.length < LONGEST_LINE) {
    const { done, value } = await reader.read();
    if (done) break;
    line += value;
  }
  await reader.cancel();
  return line.split("\n", 1)[0] ?? "";
}
