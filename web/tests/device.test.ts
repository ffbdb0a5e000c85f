// What a browser keeps for the page, and what happens where it keeps nothing.

import assert from "node:assert/strict";
import { test } from "node:test";
import { keepSetting, setting } from "../src/device/setting.ts";

test("a setting is kept, in the place that is asked for", () => {
  keepSetting("theme", "dark");
  assert.equal(setting("theme"), "dark");
  assert.equal(setting("theme", "sessionStorage"), null);
});

test("a browser that keeps nothing for pages has no settings and breaks none", (context) => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => { throw new DOMException("denied", "SecurityError"); },
  });
  context.after(() => Object.defineProperty(globalThis, "localStorage", { configurable: true, value: undefined }));
  keepSetting("theme", "dark");
  assert.equal(setting("theme"), null);
});
