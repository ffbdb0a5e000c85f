// Days of settings.

import assert from "node:assert/strict";
import { test } from "node:test";
import { dayAgo } from "../src/screens/you/times.ts";
import { setNow } from "../src/texts/times.ts";

test("a day in UTC is told from today, and never lies ahead", () => {
  setNow("2026-11-25T01:00:00Z");
  assert.deepEqual(["2026-11-25", "2026-11-24", "2026-11-22", "2026-11-26"].map(dayAgo), ["today", "yesterday", "3 days ago", "today"]);
});
