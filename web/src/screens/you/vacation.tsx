// A vacation: when the clocks stand still, and in which games.

import type { GameSummary, Vacation, VacationPreview, VacationState } from "flipside-client";
import { useState } from "preact/hooks";
import { myGames } from "../../games/my-games.ts";
import { othersAt } from "../../games/names.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Field } from "../../parts/field.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { moment, span } from "../../texts/times.ts";
import { youTexts } from "./texts.ts";

export function VacationPage() {
  const say = youTexts();
  const state = useAnswer<VacationState>((asked) => asked.get("/v1/me/vacation"));
  if (state.value === undefined) return <State of={state} />;
  const { vacation, budget } = state.value;
  return (
    <>
      <p>{say.vacationNote}</p>
      <ul class="plain-rows">
        {budget.map(({ year, left }) => <li key={year}><b>{year}</b><span>{say.left(span(left * 1000))}</span></li>)}
      </ul>
      {vacation === null ? <Plan onChange={state.reload} /> : <Planned vacation={vacation} onChange={state.reload} />}
    </>
  );
}

function Planned({ vacation, onChange }: { vacation: Vacation; onChange: () => void }) {
  const say = youTexts();
  const action = useAction();
  const end = async () => {
    await client.peek().delete("/v1/me/vacation");
    onChange();
  };
  return (
    <section class="column">
      <h2>{say.away(moment(vacation.starts_at), moment(vacation.ends_at))}</h2>
      <Trouble of={action} />
      <Button disabled={action.isBusy} onClick={() => action.run(end)}>{say.endVacation}</Button>
    </section>
  );
}

function Plan({ onChange }: { onChange: () => void }) {
  const say = youTexts();
  const action = useAction();
  const [starts, setStarts] = useState("");
  const [ends, setEnds] = useState("");
  const [preview, setPreview] = useState<VacationPreview | undefined>();
  const body = () => ({
    ends_at: new Date(ends).toISOString(),
    starts_at: starts === "" ? null : new Date(starts).toISOString(),
  });
  const look = async () => setPreview(await client.peek().post("/v1/me/vacation/preview", { body: body() }));
  const put = async () => {
    await client.peek().put("/v1/me/vacation", { body: body() });
    onChange();
  };
  const change = (set: (value: string) => void) => (value: string) => {
    set(value);
    setPreview(undefined);
  };
  return (
    <form class="column" onSubmit={(event) => { event.preventDefault(); action.run(preview === undefined ? look : put); }}>
      <div class="pair dates">
        <Field label={say.fromNow} note={say.nowNote} type="datetime-local" value={starts} onValue={change(setStarts)} />
        <Field label={say.until} type="datetime-local" required value={ends} onValue={change(setEnds)} />
      </div>
      {preview !== undefined && <Preview preview={preview} />}
      <Trouble of={action} />
      <Button look="filled" type="submit" disabled={action.isBusy || preview?.affordable === false}>
        {preview === undefined ? say.preview : say.goAway}
      </Button>
    </form>
  );
}

function Preview({ preview }: { preview: VacationPreview }) {
  const say = youTexts();
  return (
    <section class="column" role="status">
      <h2>{preview.affordable ? say.touches : say.tooLong}</h2>
      {preview.games.length === 0 && <p class="quiet">{say.nothingTouched}</p>}
      <ul class="plain-rows">
        {preview.games.map((one) => (
          <li key={one.game}>
            <span>{nameOf(myGames.value?.get(one.game), say.someGame)}</span>
            <span class="quiet">
              {!one.protected
                ? (say.whyNot as Record<string, string>)[one.why_not ?? ""] ?? say.notProtected
                : one.deadline_with_vacation === null ? say.protected : say.until2(moment(one.deadline_with_vacation))}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function nameOf(game: GameSummary | undefined, other: string): string {
  return game === undefined ? other : othersAt(game);
}
