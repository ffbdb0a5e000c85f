// A page: its bar, its content, and the way to the other screens, which is a bar at the bottom of a phone and part of the
// top bar from 768 px. A screen at a table has no such way, but a way back.

import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { Link, useLocation, useRoute } from "wouter-preact";
import { session } from "../session/session.ts";
import { texts } from "../texts/language.ts";
import { arrive } from "./arrival.ts";
import { BackIcon, GamesIcon, LogoIcon, NewIcon, PersonIcon, ReplaysIcon } from "./icons.tsx";

const words = texts({
  en: { home: "Flipside, your games", back: "Back", games: "Games", new: "New", replays: "Replays", you: "You", skip: "To the content" },
  ru: { home: "Flipside, ваши игры", back: "Назад", games: "Игры", new: "Новая", replays: "Записи", you: "Вы", skip: "К содержанию" },
  fr: { home: "Flipside, vos parties", back: "Retour", games: "Parties", new: "Nouvelle", replays: "Revoir", you: "Vous", skip: "Au contenu" },
});

interface PageProps {
  /** The name of the screen, for the window. The content has its own `h1`. */
  title: string;
  /** The address of the screen above this one; a screen without has the tabs. */
  back?: string;
  /** Whether the bar leads to the list of games by its brand, where a way back would be too little. */
  hasBrand?: boolean;
  /** What stands in the bar of a screen with a way back. */
  bar?: ComponentChildren;
  /** Buttons at the right of the bar. */
  tools?: ComponentChildren;
  /** The side of a table, which colors the content. */
  side?: "L" | "D" | undefined;
  children: ComponentChildren;
}

export function Page({ title, back, hasBrand = back === undefined, bar, tools, side, children }: PageProps) {
  const say = words();
  const content = useRef<HTMLElement>(null);
  const [address] = useLocation();
  useEffect(() => {
    document.title = title === "" ? "Flipside" : `${title} · Flipside`;
  }, [title]);
  useEffect(() => {
    if (content.current !== null) arrive(address, content.current);
  }, [address]);
  return (
    <div class={back === undefined ? "page with-tabs" : "page"}>
      <a class="skip" href="#content">{say.skip}</a>
      <header class="bar">
        {hasBrand || back === undefined ? (
          <Link href="/" class="brand" aria-label={say.home}>
            <LogoIcon /> <span>Flipside</span>
          </Link>
        ) : (
          <Link href={back} class="tool" aria-label={say.back}><BackIcon /></Link>
        )}
        <div class="bar-title">{bar}</div>
        {tools}
      </header>
      {back === undefined && session.value !== null && (
        <nav class="tabs">
          <Tab href="/" icon={<GamesIcon />}>{say.games}</Tab>
          <Tab href="/new" icon={<NewIcon />}>{say.new}</Tab>
          <Tab href="/replays" icon={<ReplaysIcon />}>{say.replays}</Tab>
          <Tab href="/you" icon={<PersonIcon />}>{say.you}</Tab>
        </nav>
      )}
      <main id="content" ref={content} tabIndex={-1} data-side={side}>{children}</main>
    </div>
  );
}

function Tab({ href, icon, children }: { href: string; icon: ComponentChildren; children: ComponentChildren }) {
  const [isHere] = useRoute(href);
  return (
    <Link href={href} class="tab" aria-current={isHere ? "page" : undefined}>
      {icon}
      {children}
    </Link>
  );
}
