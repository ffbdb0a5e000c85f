// Whose match a file says that it is about.

import "./no-network.ts";
import assert from "node:assert/strict";
import { test } from "node:test";
import { gzipSync } from "node:zlib";
import { gameOf } from "../src/screens/audit/transcripts.ts";

const FILE = new TextEncoder().encode('{"game":"one","form":1}\n{"seq":1}\n');

test("a transcript names its match in the first line, compressed or not", async () => {
  assert.equal(await gameOf(FILE), "one");
  assert.equal(await gameOf(new Uint8Array(gzipSync(FILE))), "one");
});

test("what is no transcript is about no match: nothing, a picture, a broken archive, a line without an end", async () => {
  for (const bytes of [new Uint8Array(), Uint8Array.of(0xff, 0xd8, 0xff), Uint8Array.of(0x1f, 0x8b, 0x00), new Uint8Array(3_000_000).fill(0x7b)]) {
    assert.equal(await gameOf(bytes), undefined);
  }
  assert.equal(await gameOf(new TextEncoder().encode('{"game":7}\n')), undefined);
});
