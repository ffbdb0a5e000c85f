// A new table: against bots at once, or as the person sets it, presets first.

import type { Presets } from "flipside-client";
import { useEffect, useState } from "preact/hooks";
import { Link, useLocation } from "wouter-preact";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { openWithBots, playBots } from "../../games/tables.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Choices } from "../../parts/choices.tsx";
import { Drawing } from "../../parts/face.tsx";
import { Page } from "../../parts/page.tsx";
import { State, Trouble } from "../../parts/state.tsx";
import { Stepper } from "../../parts/stepper.tsx";
import { session, signInAsGuest } from "../../session/session.ts";
import { Options } from "./options.tsx";
import { Presets as TablePresets } from "./presets.tsx";
import { words } from "./texts.ts";
import { RELIABILITIES, type Watch, type Wish, forgetWish, wanted } from "./wish.ts";

/** A card that stands for each ruleset. */
const PICTURES: Record<string, string> = {
  flip: "GF", "flip-marvel": "BF", "flip-stranger_things": "vF", "flip-transformers": "oF", classic: "R7",
  classic_from_flip: "G5", h2o: "B4", attack: "YH2", spin: "G4*",
};

const OPPONENTS = ["sharp", "random", "sharp"];

export default function NewTable() {
  const say = words();
  const [wish] = useState(wanted);
  const [, go] = useLocation();
  const action = useAction();
  const [doing, setDoing] = useState("");
  useEffect(() => wish.start(), [wish]);

  const run = (text: string, act: () => Promise<string>) => {
    setDoing(text);
    action.run(async () => {
      const id = await act();
      forgetWish();
      go(`/games/${id}`);
    });
  };
  const bots = () =>
    run(say.botsBusy, async () => {
      if (session.value === null) await signInAsGuest();
      return playBots({ options: { ...wish.sent.value, scoring: "single_round" } }, OPPONENTS);
    });
  const create = () =>
    run(say.busy, async () => {
      if (session.value === null) await signInAsGuest();
      return openWithBots(wish.request(), OPPONENTS.concat(OPPONENTS, OPPONENTS).slice(0, wish.bots.value));
    });

  const problem = wish.check.value?.problem ?? undefined;
  const isReady = !action.isBusy && wish.rulesets.value !== undefined && problem === undefined;
  return (
    <Page title={say.title}>
      <form class="new-table" onSubmit={(event) => { event.preventDefault(); create(); }}>
        <h1>{say.title}</h1>
        <section class="bots-now">
          <span>{say.botsHint}</span>
          <Button look="outlined" disabled={action.isBusy} onClick={bots}>{say.bots}</Button>
          <LinkButton href="/tables" look="plain">{say.find}</LinkButton>
        </section>
        <State of={{ value: wish.rulesets.value, refusal: undefined, isOffline: wish.isOffline.value }} />
        {wish.rulesets.value !== undefined && <Rules wish={wish} />}
        <Clock wish={wish} />
        <People wish={wish} />
        {wish.rulesets.value !== undefined && <Options wish={wish} />}
        <div class="create">
          <Trouble of={action} />
          {problem !== undefined && <p class="refusal" role="status"><strong>{problem.title}.</strong> {problem.detail}</p>}
          <Button type="submit" look="filled" disabled={!isReady}>{say.create}</Button>
          <span role="status" class="quiet">{action.isBusy ? doing : ""}</span>
        </div>
      </form>
    </Page>
  );
}

function Rules({ wish }: { wish: Wish }) {
  const say = words();
  return (
    <>
      <Choices
        legend={say.game}
        isSmall
        choices={(wish.rulesets.value?.rulesets ?? []).map(({ name }) => ({
          value: name,
          title: catalogue.value?.rulesets.find((one) => one.name === name)?.title ?? "",
          picture: <Picture card={PICTURES[name] ?? "W"} />,
        }))}
        chosen={wish.ruleset.value}
        onChoose={(name) => wish.setRuleset(name)}
      />
      <p class="summary">
        {catalogue.value?.rulesets.find((one) => one.name === wish.ruleset.value)?.summary}{" "}
        <Link href={`/rules/${wish.ruleset.value}`}>{say.rules}</Link>
      </p>
      <TablePresets wish={wish} />
    </>
  );
}

function Picture({ card }: { card: string }) {
  return (
    <span class="mat-of-card" data-side={catalogue.value?.card.get(card)?.side}>
      <Drawing card={card} level="chip" />
    </span>
  );
}

function Clock({ wish }: { wish: Wish }) {
  const say = words();
  const presets = useAnswer<Presets>((asked) => asked.get("/v1/clocks"));
  const named = (presets.value?.clocks ?? []).map(({ name, summary }) => {
    const text = catalogue.value?.clocks.find((one) => one.name === name);
    return { value: name, title: text?.title ?? "", summary: text?.summary ?? summary };
  });
  const none = { value: "none", title: say.noClock[0] ?? "", summary: say.noClock[1] };
  return (
    <Choices
      legend={say.pace}
      isSmall
      choices={[...named, none]}
      chosen={typeof wish.clock.value === "string" ? wish.clock.value : undefined}
      onChoose={(name) => {
        wish.clock.value = name;
      }}
    />
  );
}

function People({ wish }: { wish: Wish }) {
  const say = words();
  const { least_seats = 2, most_seats = 10 } = wish.entry.value ?? {};
  const watches: Watch[] = ["auto", "open", "delayed", "none"];
  return (
    <>
      <Stepper
        title={say.seats}
        hint={say.seatsHint(least_seats, most_seats)}
        value={wish.seats.value}
        least={least_seats}
        most={most_seats}
        fewer={say.fewer}
        more={say.moreSeats}
        onChange={(seats) => wish.setSeats(seats)}
      />
      <Stepper
        title={say.fill}
        hint={say.fillHint}
        value={wish.bots.value}
        least={0}
        most={wish.seats.value - 1}
        fewer={say.fewerBots}
        more={say.moreBots}
        onChange={(count) => {
          wish.bots.value = count;
        }}
      />
      <Choices
        legend={say.who}
        isSmall
        choices={[
          { value: "public", title: say.publicTable[0] ?? "", summary: say.publicTable[1] },
          { value: "private", title: say.privateTable[0] ?? "", summary: say.privateTable[1] },
        ]}
        chosen={wish.isPrivate.value ? "private" : "public"}
        onChoose={(value) => {
          wish.isPrivate.value = value === "private";
        }}
      />
      {!wish.isPrivate.value && (
        <label class="check">
          <input
            type="checkbox"
            checked={wish.isOpenToSeeks.value}
            onChange={({ currentTarget }) => {
              wish.isOpenToSeeks.value = currentTarget.checked;
            }}
          />
          {say.openToSeeks}
        </label>
      )}
      <Choices
        legend={say.reliability}
        isSmall
        choices={RELIABILITIES.map((share) => ({
          value: share,
          title: (share === null ? say.anyReliability[0] : say.minReliability(share)) ?? "",
          summary: share === null ? say.anyReliability[1] : say.reliabilityNote,
        }))}
        chosen={wish.minReliability.value}
        onChoose={(share) => {
          wish.minReliability.value = share;
        }}
      />
      {!wish.isPrivate.value && (
        <Choices
          legend={say.spectators}
          isSmall
          choices={watches.map((value) => ({ value, title: say.watch[value][0] ?? "", summary: say.watch[value][1] }))}
          chosen={wish.watch.value}
          onChoose={(value) => {
            wish.watch.value = value;
          }}
        />
      )}
    </>
  );
}
