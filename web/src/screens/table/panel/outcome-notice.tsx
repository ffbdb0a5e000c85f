// What became of the last move, if it did not come to the table as it was sent.

import type { Game } from "flipside-client";
import { isTold } from "../../../catalogue/events.ts";
import { dismiss, outcomes } from "../../../moves/outbox.ts";
import { Button } from "../../../parts/button.tsx";
import { Refusal } from "../../../parts/refusal.tsx";
import { Sentence } from "../../../parts/sentence.tsx";
import type { Table } from "../state.ts";
import { labelOf } from "./labels.ts";
import { panelTexts } from "./texts.ts";

/** Sentences that are shown; the log has the others. */
const SHOWN = 5;

export function OutcomeNotice({ game, table }: { game: Game; table: Table }) {
  const say = panelTexts();
  const outcome = outcomes.value.get(table.id);
  if (outcome === undefined || outcome.type === "accepted") return null;
  return (
    <div class="outcome" role="alert">
      {outcome.type === "refused" ? (
        <Refusal refusal={outcome.refusal} />
      ) : (
        <>
          <p><b>{say.overtaken(labelOf(outcome.waiting.command, game))}</b></p>
          <ul>
            {outcome.missed.filter(isTold).slice(-SHOWN).map(({ seq, event }) => (
              <li key={seq}><Sentence event={event} reader={game} /></li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={() => dismiss(table.id)}>{say.dismiss}</Button>
    </div>
  );
}
