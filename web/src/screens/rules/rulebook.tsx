// Rules as the service tells them, with an anchor at each paragraph: a refusal links to the one that explains it.

import type { Client, Paragraph, Rules } from "flipside-client";
import type { ComponentChildren } from "preact";
import { useEffect } from "preact/hooks";
import { cardName, words as catalogue } from "../../catalogue/catalogue.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Page } from "../../parts/page.tsx";
import { State } from "../../parts/state.tsx";
import { chooseLanguage, language, LANGUAGES } from "../../texts/language.ts";
import { words } from "./texts.ts";

interface RulebookProps {
  read: (asked: Client, signal: AbortSignal) => Promise<Rules>;
  /** What the rules are of: they are read anew for something else, and in another language. */
  of: string;
  back?: string;
  /** Beside the title. */
  children?: ComponentChildren;
}

export function Rulebook({ read, of, back, children }: RulebookProps) {
  const say = words();
  const answer = useAnswer(read, of);
  const rules = answer.value;
  useEffect(showAnchor, [rules]);
  useEffect(() => {
    addEventListener("hashchange", showAnchor);
    return () => removeEventListener("hashchange", showAnchor);
  }, []);

  const title = rules?.title ?? say.title;
  return (
    <Page title={title} {...(back === undefined ? {} : { back, bar: <strong>{say.title}</strong> })}>
      <article class="rulebook" lang={rules?.language}>
        <h1>{title}</h1>
        <div class="rule-tools">{children}<LanguageChoice /></div>
        <State of={answer} />
        {rules !== undefined && (
          <>
            <nav class="contents" aria-label={say.contents}>
              <ul>
                {rules.sections.map(({ anchor, heading }) => <li key={anchor}><a href={`#${anchor}`}>{heading}</a></li>)}
              </ul>
            </nav>
            <div class="sections">
              {rules.sections.map(({ anchor, heading, paragraphs }) => (
                <section key={anchor}>
                  <h2 id={anchor}>{heading}</h2>
                  {paragraphs.map((one) => <RuleParagraph key={one.anchor} paragraph={one} />)}
                </section>
              ))}
              <p class="quiet notice-of-mark">{rules.notice}</p>
            </div>
          </>
        )}
      </article>
    </Page>
  );
}

function RuleParagraph({ paragraph: { anchor, text, rows } }: { paragraph: Paragraph }) {
  const say = words();
  return (
    <div class="paragraph" id={anchor} tabIndex={-1}>
      <p>
        {text} <a class="anchor" href={`#${anchor}`} aria-label={say.link}>#</a>
      </p>
      {rows !== undefined && rows.length > 0 && (
        <table class="points">
          <thead>
            <tr>
              <th scope="col">{say.card}</th>
              <th scope="col" class="number">{say.count}</th>
              <th scope="col" class="number">{say.points}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ card, count, points }) => (
              <tr key={card}>
                <th scope="row">{catalogue.value?.card.has(card) ? cardName(card) : card}</th>
                <td class="number">{count}</td>
                <td class="number">{points}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function LanguageChoice() {
  const say = words();
  return (
    <label class="language-choice">
      <span class="visually-hidden">{say.language}</span>
      <select
        class="text-field"
        value={language.value}
        onChange={({ currentTarget }) => {
          const wanted = LANGUAGES.find((one) => one === currentTarget.value);
          if (wanted !== undefined) chooseLanguage(wanted);
        }}
      >
        {LANGUAGES.map((one) => <option key={one} value={one} lang={one}>{say.languages[one]}</option>)}
      </select>
    </label>
  );
}

/** The browser has looked for the anchor before the rules had come. */
function showAnchor(): void {
  const anchor = decodeURIComponent(location.hash.slice(1));
  const found = anchor === "" ? null : document.getElementById(anchor);
  found?.scrollIntoView();
  found?.focus({ preventScroll: true });
}
