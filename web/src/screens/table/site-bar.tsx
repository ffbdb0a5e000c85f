// What the bar of the table holds on wide windows: the way to the other screens, and to the next game that waits.

import type { Game } from "flipside-client";
import { Link } from "wouter-preact";
import { sorted } from "../../games/my-games.ts";
import { session } from "../../session/session.ts";
import { words as gamesTexts } from "../games/texts.ts";
import { tableTexts } from "./texts.ts";

export function Ways({ game }: { game: Game }) {
  const say = tableTexts();
  return (
    <nav class="site-ways" aria-label={say.ways}>
      <Link href="/" aria-current="true">{say.games}</Link>
      <Link href="/replays">{say.replays}</Link>
      <Link href={`/games/${game.id}/rules`}>{say.rulesShort}</Link>
    </nav>
  );
}

export function Mine({ game }: { game: Game }) {
  const others = sorted.value.mine.filter(({ id }) => id !== game.id);
  const [next] = others;
  const name = session.value?.name;
  return (
    <>
      {next !== undefined && <Link class="next-waiting" href={`/games/${next.id}`}>{gamesTexts().moreWait(others.length)}</Link>}
      {name !== undefined && <Link class="own-name" href="/you">{name}</Link>}
    </>
  );
}
