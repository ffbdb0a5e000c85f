// The way to the next game that waits for me, for after a move.

import { LinkButton } from "../../parts/button.tsx";
import { sorted } from "../../games/my-games.ts";
import { words } from "./texts.ts";

export function NextGame({ current }: { current: string }) {
  const say = words();
  const waiting = sorted.value.mine.filter(({ id }) => id !== current);
  const next = waiting[0];
  if (next === undefined) return <p class="next-game quiet">{say.allDone}</p>;
  return (
    <p class="next-game">
      <LinkButton href={`/games/${next.id}`}>{say.nextGame}</LinkButton>
      <span class="quiet">{say.moreWait(waiting.length)}</span>
    </p>
  );
}
