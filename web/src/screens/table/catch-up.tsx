// What happened since the player looked: short, and away with a tap.

import type { Game } from "flipside-client";
import { useEffect } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import { Sentence } from "../../parts/sentence.tsx";
import { client } from "../../session/session.ts";
import type { Table } from "./state.ts";
import { tableTexts } from "./texts.ts";

/** More than this is not short; the log has it all. */
const SHOWN = 6;
/** A version that is gone after so many milliseconds has not been looked at. */
const LOOK = 1_500;

export function CatchUp({ game, table }: { game: Game; table: Table }) {
  const say = tableTexts();
  const since = table.opened.sinceLooked.value;
  useLooked(game);
  const seqs = new Set(since?.sentences.map(({ seq }) => seq));
  const told = since?.events.filter(({ seq }) => seqs.has(seq)) ?? [];
  const isUrgent = game.legal_commands.some(({ type }) => type === "catch"); // the seats have to be in sight
  if (game.status !== "running" || told.length < 2 || isUrgent) return null;
  const isCut = since?.cut === true || told.length > SHOWN;
  return (
    <section class="catch-up" aria-labelledby="catch-up">
      <h2 id="catch-up">{say.since}</h2>
      <ol>
        {told.slice(-SHOWN).map(({ seq, event }) => (
          <li key={seq}><Sentence event={event} reader={game} /></li>
        ))}
      </ol>
      {isCut && <p>{say.earlierToo}</p>}
      <Button onClick={() => table.opened.dismissSinceLooked()}>{say.goOn}</Button>
    </section>
  );
}

/** Says to the service that the player has seen the table as it is. */
function useLooked({ id, version, your_seat, status }: Game): void {
  useEffect(() => {
    if (your_seat === null || status === "lobby") return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(tell, LOOK);
    };
    const tell = () => {
      const path = { game_id: id };
      client.peek().put("/v1/games/{game_id}/looked", { path, body: { version } }).catch(() => {}); // the next one tells more
    };
    look();
    document.addEventListener("visibilitychange", look);
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", look);
    };
  }, [id, version, your_seat, status]);
}
