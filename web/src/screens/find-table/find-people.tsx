// Look for people who want the same match: a preset, how many and how reliable people, and whether other house rules and
// bots are welcome.

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
import { words } from "./find-people-texts.ts";
import type { RulesetName } from "./open-tables.ts";

/** The fewest and the most seats that can be chosen. At first two people are enough, and four fill a table. */
const SEATS = [[2, 4], [2, 2], [3, 3], [4, 4], [5, 10]] as const;
const SHARES = [80, 90, 95] as const;

export function FindPeople({ ruleset }: { ruleset: RulesetName }) {
  const say = words();
  const action = useAction();
  const [, go] = useLocation();
  const [wanted, setWanted] = useState("quick");
  const [bots, setBots] = useState(false);
  const [isOpen, setOpen] = useState(false);
  const [size, setSize] = useState(0);
  const [share, setShare] = useState(0);
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
      const [least_seats, most_seats] = SEATS[size] ?? SEATS[0];
      const more = { house_rules: isOpen ? "open" : "fixed", min_reliability: share === 0 ? null : share };
      const seek = await look({ options, clock, bots, least_seats, most_seats, ...more } as SeekRequest);
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
      <div class="filters">
        <label>
          <span>{say.seats}</span>
          <select class="text-field" value={size} onChange={({ currentTarget }) => setSize(Number(currentTarget.value))}>
            {SEATS.map(([least, most], place) => <option key={place} value={place}>{say.people(least, most)}</option>)}
          </select>
        </label>
        <label>
          <span>{say.reliability}</span>
          <select class="text-field" value={share} onChange={({ currentTarget }) => setShare(Number(currentTarget.value))}>
            <option value={0}>{say.anyReliability}</option>
            {SHARES.map((least) => <option key={least} value={least}>{say.inTime(least)}</option>)}
          </select>
        </label>
      </div>
      <label class="check">
        <input type="checkbox" checked={isOpen} onChange={({ currentTarget }) => setOpen(currentTarget.checked)} />
        {say.openRules}
      </label>
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
