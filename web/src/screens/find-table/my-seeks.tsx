// What I look for: how many wait with me, and the call once a match is ready.

import type { Seek } from "flipside-client";
import { useEffect, useRef } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { rulesetWords, words as catalogue } from "../../catalogue/catalogue.ts";
import { activeSeeks, cancelSeek, confirmSeek, seeks } from "../../games/seeks.ts";
import { useAction } from "../../parts/action.ts";
import { Button } from "../../parts/button.tsx";
import { Trouble } from "../../parts/state.tsx";
import { left } from "../../texts/times.ts";
import { words } from "./seek-texts.ts";

export function MySeeks() {
  const say = words();
  useMatch();
  if (activeSeeks.value.length === 0) return null;
  return (
    <section class="group seeks">
      <h2>{say.yours} <span class="count">{activeSeeks.value.length}</span></h2>
      <ul class="rows">
        {activeSeeks.value.map((seek) => <SeekRow key={seek.id} seek={seek} />)}
      </ul>
    </section>
  );
}

function SeekRow({ seek }: { seek: Seek }) {
  const say = words();
  const action = useAction();
  const { muster } = seek;
  const clock = catalogue.value?.clocks.find(({ name }) => name === seek.clock?.preset)?.title;
  return (
    <li class={muster === null ? "seek" : "seek called"}>
      <span class="what">
        <strong class="who">{[rulesetWords(seek)?.title, clock].filter(Boolean).join(" · ")}</strong>
        <span class="line" role="status">
          {muster === null ? say.waits(seek.people) : muster.confirmed ? say.confirmed(muster.people_confirmed, seek.people) : say.ready}
        </span>
        <span class="line quiet">{muster === null ? say.until(left(seek.expires_at)) : say.confirmWithin(left(muster.until))}</span>
      </span>
      <span class="answers">
        {muster !== null && !muster.confirmed && (
          <Button look="filled" disabled={action.isBusy} onClick={() => action.run(() => confirmSeek(seek.id))}>{say.confirm}</Button>
        )}
        <Button look="plain" disabled={action.isBusy} onClick={() => action.run(() => cancelSeek(seek.id))}>{say.cancel}</Button>
      </span>
      <Trouble of={action} />
    </li>
  );
}

/** Go to the match once it begins, if it was waited for in this window. */
function useMatch(): void {
  const [, go] = useLocation();
  const waited = useRef(new Set<string>());
  useEffect(() => {
    for (const { id } of activeSeeks.value) waited.current.add(id);
    const found = seeks.value.find((seek) => seek.game_id !== null && waited.current.has(seek.id));
    if (found !== undefined) {
      waited.current.delete(found.id);
      go(`/games/${found.game_id}`);
    }
  }, [seeks.value]);
}
