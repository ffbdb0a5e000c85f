// The way to the next game that waits for me, once the one in sight does not.

import { sorted } from "../../games/my-games.ts";
import { LinkButton } from "../../parts/button.tsx";
import { words } from "./texts.ts";

export function NextGame({ current }: { current: string }) {
  const say = words();
  const waiting = sorted.value.mine;
  const [next] = waiting;
  if (next === undefined || waiting.some(({ id }) => id === current)) return null;
  return (
    <p class="next-game">
      <LinkButton href={`/games/${next.id}`}>{say.nextGame}</LinkButton>
      <span>{say.moreWait(waiting.length)}</span>
    </p>
  );
}
