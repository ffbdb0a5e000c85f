// Presets: shapes of tables with names, those of the service, the person's own, and one that somebody shared.

import type { OwnPreset, OwnPresets, PresetRequest, SharedPreset, TablePreset, TablePresets } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { useSearch } from "wouter-preact";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Share } from "../../parts/share.tsx";
import { Trouble } from "../../parts/state.tsx";
import { client, session } from "../../session/session.ts";
import { duration } from "./duration.ts";
import { words } from "./preset-texts.ts";
import type { Wish } from "./wish.ts";

export function Presets({ wish }: { wish: Wish }) {
  const say = words();
  const { ruleset = "flip", edition = "base" } = wish.entry.value ?? {};
  const found = useAnswer<TablePresets>(
    (asked) => asked.get("/v1/presets", { query: { ruleset: ruleset as "flip", edition: edition as "base" } }),
    wish.ruleset.value,
  );
  const presets = found.value?.presets ?? [];
  const chosen = presets.find((one) => wish.isLike(one))?.name;
  const tiles = presets.map((one) => ({ value: one.name, title: one.title, summary: `${one.summary} ${expected(one, wish.seats.value)}` }));
  const own = { value: "own", title: say.own[0] ?? "", summary: say.own[1] };
  return (
    <>
      <Choices
        legend={say.presets}
        isSmall
        choices={chosen === undefined && presets.length > 0 ? [...tiles, own] : tiles}
        chosen={chosen ?? "own"}
        onChoose={(name) => {
          const preset = presets.find((one) => one.name === name);
          if (preset === undefined) return;
          wish.take(preset);
          wish.setSeats(Math.min(Math.max(wish.seats.value, preset.least_seats), preset.most_seats));
        }}
      />
      <p class="summary">{say.method}</p>
      <Shared wish={wish} />
      {session.value !== null && <Own wish={wish} />}
    </>
  );
}

/** What a match takes at this number of seats; nothing where it is not measured. */
function expected(preset: TablePreset, seats: number): string {
  const found = preset.expectations.find((one) => one.seats === seats);
  return found === undefined ? "" : words().expected(found.own_decisions.median, duration(found.seconds.median));
}

/** The preset whose code is in the address: it is taken once. */
function Shared({ wish }: { wish: Wish }) {
  const say = words();
  const code = new URLSearchParams(useSearch()).get("preset");
  const [taken, setTaken] = useState<SharedPreset | undefined>();
  const action = useAction();
  useEffect(() => {
    if (code === null) return;
    action.run(async () => {
      const preset = await client.peek().get("/v1/presets/{preset_code}", { path: { preset_code: code } });
      wish.take(preset);
      setTaken(preset);
    });
  }, [code, wish]);
  if (code === null) return null;
  return (
    <>
      <Trouble of={action} />
      {taken !== undefined && <p class="notice" role="status">{say.taken(taken.name)}</p>}
    </>
  );
}

function Own({ wish }: { wish: Wish }) {
  const say = words();
  const action = useAction();
  const mine = useAnswer<OwnPresets>((asked) => asked.get("/v1/me/presets"));
  const [name, setName] = useState("");
  const presets = mine.value?.presets ?? [];
  const chosen = presets.find((one) => wish.isLike(one) && one.seats === wish.seats.value);
  const change = (act: () => Promise<unknown>) =>
    action.run(async () => {
      await act();
      mine.reload();
    });
  const keep = () =>
    change(async () => {
      await client.peek().post("/v1/me/presets", { body: { ...wish.shape(), name: name.trim() } as PresetRequest });
      setName("");
    });
  return (
    <section class="own-presets">
      {presets.length > 0 && (
        <Choices
          legend={say.yours}
          isSmall
          choices={presets.map((one) => ({ value: one.id, title: one.name }))}
          chosen={chosen?.id}
          onChoose={(id) => {
            const preset = presets.find((one) => one.id === id);
            if (preset !== undefined) wish.take(preset);
          }}
        />
      )}
      <Trouble of={action} />
      {chosen === undefined ? (
        <div class="keep">
          <label class="field">
            {say.name}
            <input value={name} maxLength={64} onInput={(event) => setName(event.currentTarget.value)} />
          </label>
          <Button look="outlined" disabled={action.isBusy || name.trim() === ""} onClick={keep}>{say.keep}</Button>
        </div>
      ) : (
        <Chosen preset={chosen} isBusy={action.isBusy} change={change} />
      )}
    </section>
  );
}

interface ChosenProps {
  preset: OwnPreset;
  isBusy: boolean;
  change: (act: () => Promise<unknown>) => void;
}

function Chosen({ preset, isBusy, change }: ChosenProps) {
  const say = words();
  const path = { preset_id: preset.id };
  const share = (shared: boolean) => {
    const { name, options, seats, private: isPrivate, spectators, clock } = preset;
    const body = { name, options, seats, private: isPrivate, spectators, clock, shared } as PresetRequest;
    change(() => client.peek().put("/v1/me/presets/{preset_id}", { path, body }));
  };
  return (
    <div class="keep">
      {preset.link === null ? (
        <Button look="outlined" disabled={isBusy} onClick={() => share(true)}>{say.share}</Button>
      ) : (
        <>
          <Share link={preset.link} text={preset.name} />
          <Button look="plain" disabled={isBusy} onClick={() => share(false)}>{say.unshare}</Button>
        </>
      )}
      <Button look="plain" disabled={isBusy} onClick={() => change(() => client.peek().delete("/v1/me/presets/{preset_id}", { path }))}>
        {say.remove}
      </Button>
    </div>
  );
}
