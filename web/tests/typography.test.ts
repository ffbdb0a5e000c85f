// Texts follow the typography of their language, as those of the service do: no line begins with a lone sign. Pages and
// pictures are made of these tables, so no test of a screen has to look.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";

/** A sign after a space that breaks, a space too many, or a sign that the language does not use. */
const WRONG = {
  en: /\.\.\.|[«»„]|\w’\w/,
  fr: /\.\.\.| [;:!?»…]|« |\p{L}[;!?»]|«\p{L}|\p{L}: |\u00a0[;!?]|\u202f:|\p{L}'|'\p{L}/u,
  ru: /\.\.\.| […»]|« | —|–|\p{L}'\p{L}|"\p{L}/u,
};
type Language = keyof typeof WRONG;

const BLOCK = /^ {2}(en|ru|fr): \{(?:(.*)\},?$|\n([\s\S]*?)^ {2}\},?$)/gm;
/** A placeholder, with the plural forms or the template inside. */
const PLACEHOLDER = /\$\{(?:[^{}]|\{[^{}]*\})*\}/g;
const STRING = /"((?:[^"\\]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
const tables = readdirSync("src", { recursive: true, encoding: "utf8" })
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, source: readFileSync(join("src", name), "utf8") }))
  .filter(({ source }) => source.includes(" = texts({"));

function* textsIn(language: Language): Generator<string> {
  for (const { name, source } of tables) {
    const block = [...source.matchAll(BLOCK)].filter(([, found]) => found === language);
    assert.equal(block.length, 1, `${name} has its texts in a place of their own`);
    for (const [, , line, lines] of block) {
      const plain = (line ?? lines ?? "").replace(/^\s*\/\/.*$|\/\*.*?\*\//gm, "").replace(PLACEHOLDER, "x").replace(PLACEHOLDER, "x");
      for (const [, quoted, template] of plain.matchAll(STRING)) yield `${name}: ${quoted ?? template}`;
    }
  }
}

for (const language of Object.keys(WRONG) as Language[]) {
  test(`signs stay with their words: ${language}`, () => {
    const texts = [...textsIn(language)];
    assert.ok(texts.length > 400);
    assert.deepEqual(texts.filter((text) => WRONG[language].test(text.slice(text.indexOf(": ") + 2))), []);
  });
}
