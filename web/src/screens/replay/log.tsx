// What happened, moment by moment: in sentences, or as the record in the notation of the rules. Every line is a way there.

import { useEffect, useRef, useState } from "preact/hooks";
import { useAnswer } from "../../parts/answer.ts";
import { State } from "../../parts/state.tsx";
import { caption } from "./caption.ts";
import type { Playback } from "./playback.ts";
import { type Line, linesOf, narrow } from "./record.ts";
import { words } from "./texts.ts";

export function Log({ playback }: { playback: Playback }) {
  const say = words();
  const [isRecord, setRecord] = useState(false);
  return (
    <div class="replay-log">
      <div class="segments" role="group" aria-label={say.log}>
        <button type="button" aria-pressed={!isRecord} onClick={() => setRecord(false)}>{say.logTab}</button>
        <button type="button" aria-pressed={isRecord} onClick={() => setRecord(true)}>{say.recordTab}</button>
      </div>
      {isRecord ? <Record playback={playback} /> : <Sentences playback={playback} />}
    </div>
  );
}

function Sentences({ playback }: { playback: Playback }) {
  const { recording, place } = playback;
  const game = recording.game.value;
  const list = useCurrent<HTMLOListElement>(place.value);
  if (game === undefined) return null;
  return (
    <ol class="lines" ref={list}>
      {recording.moments.value.map((moment, at) => (
        <li key={moment.version}>
          <button type="button" aria-current={at === place.value ? "step" : undefined} onClick={() => playback.go(at)}>
            <span class="replay-version">{moment.version}</span> <span>{caption(moment, game.seats, game.your_seat).title}</span>
          </button>
        </li>
      ))}
    </ol>
  );
}

function Record({ playback }: { playback: Playback }) {
  const isOver = playback.recording.game.value?.status === "finished";
  return isOver ? <RecordOfMatch playback={playback} /> : <p class="quiet">{words().recordLater}</p>;
}

function RecordOfMatch({ playback }: { playback: Playback }) {
  const { recording, place } = playback;
  const record = useAnswer<readonly Line[]>(async (asked, signal) => {
    const given = { path: { game_id: recording.id }, header: { Accept: "text/plain" }, signal };
    return linesOf(await (await asked.open("get", "/v1/games/{game_id}/record", given)).text());
  }, recording.id);
  const lines = record.value;
  const list = useCurrent<HTMLOListElement>(`${place.value} ${lines === undefined}`);
  if (lines === undefined) return <State of={record} />;
  const places = new Map(recording.moments.value.map(({ command }, at) => [command, at]));
  return (
    <ol class="lines record" ref={list} translate={false} lang="en">
      {lines.map(({ command, text }, number) => {
        const at = command === null ? undefined : places.get(command);
        const isHere = at !== undefined && at === place.value;
        return (
          <li key={number}>
            {at === undefined ? (
              <span class="line-text">{narrow(text)}</span>
            ) : (
              <button type="button" aria-current={isHere ? "step" : undefined} onClick={() => playback.go(at)}>{narrow(text)}</button>
            )}
          </li>
        );
      })}
    </ol>
  );
}

/** A list that keeps its current line in sight. */
function useCurrent<Element extends HTMLElement>(change: unknown) {
  const list = useRef<Element>(null);
  useEffect(() => {
    const line = list.current?.querySelector<HTMLElement>("[aria-current]");
    if (list.current === null || line === null || line === undefined) return;
    const { top, bottom } = line.getBoundingClientRect();
    const frame = list.current.getBoundingClientRect();
    if (top < frame.top) list.current.scrollTop -= frame.top - top + 48;
    else if (bottom > frame.bottom) list.current.scrollTop += bottom - frame.bottom + 48;
  }, [change]);
  return list;
}
