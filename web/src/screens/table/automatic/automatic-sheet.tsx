// The moves that the service made for the reader, and why; after the match those for everybody.

import type { AutomaticMove, LogEntry } from "flipside-client";
import { isTold } from "../../../catalogue/events.ts";
import { useAnswer } from "../../../parts/answer.ts";
import { Button } from "../../../parts/button.tsx";
import { Sentence } from "../../../parts/sentence.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { State } from "../../../parts/state.tsx";
import { moment } from "../../../texts/times.ts";
import { Sign } from "../log.tsx";
import type { MenuSheetProps } from "../panel/sheet-button.tsx";
import { automaticTexts } from "./texts.ts";
import { automaticTitle } from "./title.ts";

const PATH = "/v1/games/{game_id}/automatic-moves";
/** The latest so many; programs can ask for more. */
const SHOWN = 30;

export default function AutomaticSheet({ game, table, onClose }: MenuSheetProps) {
  const say = automaticTexts();
  const answer = useAnswer((service, signal) => service.get(PATH, { path: { game_id: game.id }, signal }), game.id);
  const made = withEntries(answer.value?.moves ?? [], table.opened.entries.value).slice(-SHOWN).reverse();
  return (
    <Sheet title={automaticTitle().automatic} note={game.status === "finished" ? say.noteOver : say.note} onClose={onClose}>
      {answer.value === undefined ? <State of={answer} /> : made.length === 0 ? <p>{say.none}</p> : (
        <ol class="log" reversed>
          {made.map(({ move, entry }) => (
            <li key={move.seq}>
              <span class="log-sign" aria-hidden="true"><Sign entry={entry} /></span>
              <span>
                <Sentence event={entry.event} reader={game} />
                <span class="cause">{say.causes[move.cause as keyof typeof say.causes] ?? ""}</span>
              </span>
              <time dateTime={entry.recorded_at}>{moment(entry.recorded_at)}</time>
            </li>
          ))}
        </ol>
      )}
      <Button look="plain" onClick={onClose}>{say.close}</Button>
    </Sheet>
  );
}

/** Each move with the first of its events that people are told of; without moves of which the log is not loaded. */
function withEntries(moves: readonly AutomaticMove[], entries: readonly LogEntry[]): { move: AutomaticMove; entry: LogEntry }[] {
  return moves.flatMap((move) => {
    const command = entries.find(({ seq }) => seq === move.seq)?.command_id;
    const entry = entries.find((one) => one.command_id === command && isTold(one));
    return command === undefined || entry === undefined ? [] : [{ move, entry }];
  });
}
