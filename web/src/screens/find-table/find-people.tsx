// Look for people who want the same match: a preset, and whether bots may fill up.

import type { Crowds, SeekRequest, TablePresets } from "flipside-client";
import { useState } from "preact/hooks";
import { useLocation } from "wouter-preact";
import { look } from "../../games/seeks.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Trouble } from "../../parts/state.tsx";
import { session, signInAsGuest } from "../../session/session.ts";
import type { RulesetName } from "./open-tables.ts";
import { words } from "./seek-texts.ts";

/** Two people are enough, and four fill a table. */
const SEATS = { least_seats: 2, most_seats: 4 };

export function FindPeople({ ruleset }: { ruleset: RulesetName }) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const [wanted, setWanted] = useState("quick");
  const [bots, setBots] = useState(false);
  const found = useAnswer<TablePresets>((asked) => asked.get("/v1/presets", { query: { ruleset, edition: "base" } }), ruleset);
  const crowds = useAnswer<Crowds>((asked) => asked.get("/v1/seeks"), ruleset);
  const presets = found.value?.presets ?? [];
  const preset = presets.find(({ name }) => name === wanted) ?? presets[0];
  const others = (name: string) =>
    crowds.value?.seeks.find((one) => one.ruleset === ruleset && one.edition === "base" && one.preset === name)?.people ?? 0;
  const start = () =>
    action.run(async () => {
      if (preset === undefined) return;
      if (session.value === null) await signInAsGuest();
      const { options, clock } = preset;
      const seek = await look({ options, clock, bots, ...SEATS } as SeekRequest);
      if (seek.game_id !== null) go(`/games/${seek.game_id}`);
    });
  return (
    <section class="find-people">
      <Choices
        legend={say.title}
        isSmall
        choices={presets.map(({ name, title, summary }) => ({
          value: name,
          title,
          summary: [summary, ...(others(name) > 0 ? [say.waiting(others(name))] : [])].join(" "),
        }))}
        chosen={preset?.name}
        onChoose={setWanted}
      />
      <label class="check">
        <input type="checkbox" checked={bots} onChange={({ currentTarget }) => setBots(currentTarget.checked)} />
        {say.bots}
      </label>
      <p class="summary">{say.hint}</p>
      <Trouble of={action} />
      <p class="buttons">
        <Button disabled={action.isBusy || preset === undefined} onClick={start}>{say.find}</Button>
      </p>
    </section>
  );
}
