// The replay of a match: all hands open, a track to go along, what happens and why, and the ways to go on from there.

import type { Game, State } from "flipside-client";
import { useEffect, useRef, useState } from "preact/hooks";
import { seatName } from "../../games/names.ts";
import { hasSides } from "../../games/sides.ts";
import { isVerified } from "../../games/verified.ts";
import { Button, LinkButton } from "../../parts/button.tsx";
import { LogIcon, MoonIcon, MoreIcon, SunIcon, TickIcon } from "../../parts/icons.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { Sheet } from "../../parts/sheet.tsx";
import { session } from "../../session/session.ts";
import { moment as time } from "../../texts/times.ts";
import { ClosedTable, isClosed } from "../waiting-room/closed-table.tsx";
import { BranchSheet } from "./branch-sheet.tsx";
import { caption } from "./caption.ts";
import { Hands } from "./hands.tsx";
import { PauseIcon, PlayIcon, StartIcon, StepBackIcon, StepForwardIcon } from "./icons.tsx";
import { useKeys } from "./keys.ts";
import { Log } from "./log.tsx";
import { OptionsSheet } from "./options-sheet.tsx";
import { Piles } from "./piles.tsx";
import { Playback } from "./playback.ts";
import { Recording } from "./recording.ts";
import { words } from "./texts.ts";
import { Track } from "./track.tsx";
import { useTurned } from "./use-turned.ts";
import { useWide } from "./wide.ts";

type Open = "log" | "options" | "branch" | null;

export default function Replay({ id }: { id: string }) {
  const [playback, setPlayback] = useState<Playback | undefined>();
  useEffect(() => {
    const version = Number(new URLSearchParams(location.search).get("version") ?? NaN);
    const opened = new Playback(new Recording(id), Number.isSafeInteger(version) ? version : null);
    setPlayback(opened);
    return () => opened.close();
  }, [id]);
  return playback === undefined ? <main aria-busy="true" /> : <Theatre playback={playback} />;
}

function Theatre({ playback }: { playback: Playback }) {
  const say = words();
  const { recording } = playback;
  const stage = useRef<HTMLDivElement>(null);
  const shown = useTurned(playback, stage);
  const [open, setOpen] = useState<Open>(null);
  const isBranching = useBranching();
  const isWide = useWide();
  const game = recording.game.value;
  const state = recording.stateAt(shown);
  useVersionInAddress(playback);
  useKeys(playback);
  const tools = game !== undefined && (
    <>
      {!isWide && <button type="button" class="tool" aria-label={say.log} onClick={() => setOpen("log")}><LogIcon /></button>}
      <button type="button" class="tool" aria-label={say.options} onClick={() => setOpen("options")}><MoreIcon /></button>
    </>
  );
  const moment = recording.moments.value[shown];
  if (game !== undefined && isClosed(game)) return <ClosedTable game={game} />;
  return (
    <Page
      title={say.title}
      back={recording.refusal.value !== undefined || game?.status === "finished" ? "/replays" : `/games/${recording.id}`}
      side={state?.view.side}
      tools={tools}
      bar={
        <>
          <h1 class="small-title">{say.title}</h1>
          {game !== undefined && moment !== undefined && <p class="subtitle">{subtitle(game, moment.round, recording.entries.value?.at(-1)?.event)}</p>}
        </>
      }
    >
      <div class="replay">
        <div class="stage" ref={stage}>
          <Notice playback={playback} />
          {isBranching && game?.status === "finished" && <p class="notice">{say.branchHint}</p>}
          {game !== undefined && state !== undefined && <Table playback={playback} game={game} place={shown} state={state} />}
        </div>
        {isWide && game !== undefined && <aside class="replay-beside"><Log playback={playback} /></aside>}
        {game !== undefined && recording.moments.value.length > 0 && (
          <Controls playback={playback} game={game} state={state} onBranch={() => setOpen("branch")} />
        )}
      </div>
      {open === "log" && <Sheet title={say.log} onClose={() => setOpen(null)}><Log playback={playback} /></Sheet>}
      {open === "options" && game !== undefined && <OptionsSheet game={game} playback={playback} onClose={() => setOpen(null)} />}
      {open === "branch" && game !== undefined && playback.moment.value?.turnAt != null && (
        <BranchSheet game={game} version={playback.moment.value.turnAt} turn={state?.turn ?? null} onClose={() => setOpen(null)} />
      )}
    </Page>
  );
}

/** Why there is nothing to see, or nothing newer. */
function Notice({ playback: { recording } }: { playback: Playback }) {
  const say = words();
  if (recording.refusal.value !== undefined) return <Refusal refusal={recording.refusal.value} />;
  if (recording.isOffline.value) {
    return (
      <p class="notice" role="alert">
        {say.offline} <Button look="plain" onClick={() => void recording.read()}>{say.again}</Button>
      </p>
    );
  }
  if (recording.entries.value === undefined) return <p class="quiet" role="status">{say.loading}</p>;
  return recording.moments.value.length === 0 ? <p class="quiet">{say.lobby}</p> : null;
}

function Table({ playback, game, place, state }: { playback: Playback; game: Game; place: number; state: State }) {
  const say = words();
  const [showsBacks, setBacks] = useState(false);
  const { recording } = playback;
  const moment = recording.moments.value[place];
  const next = recording.moments.value[place + 1];
  const isTwoSided = hasSides(game, state.view);
  const { side } = state.view;
  return (
    <section aria-busy={playback.place.value !== place}>
      {isTwoSided && (
        <div class="over">
          <p class="side-name">{side === "D" ? <MoonIcon /> : <SunIcon />} {say.sides[side]}</p>
          <div class="segments" role="group" aria-label={say.faces}>
            <button type="button" aria-pressed={!showsBacks} onClick={() => setBacks(false)}>{say.fronts}</button>
            <button type="button" aria-pressed={showsBacks} onClick={() => setBacks(true)}>{say.backs}</button>
          </div>
        </div>
      )}
      <Hands state={state} seats={game.seats} showsBacks={showsBacks && isTwoSided} actor={moment?.entries[0]?.actor ?? null} />
      <Piles state={state} next={next === undefined ? "" : caption(next, game.seats, game.your_seat).title} />
    </section>
  );
}

interface ControlsProps {
  playback: Playback;
  game: Game;
  state: State | undefined;
  onBranch: () => void;
}

function Controls({ playback, game, state, onBranch }: ControlsProps) {
  const say = words();
  const { recording, place, isPlaying, speed, moment } = playback;
  const at = moment.value;
  if (at === undefined) return null;
  const { title, why } = caption(at, game.seats, game.your_seat);
  const all = recording.entries.value?.length ?? 0;
  const [number, of] = say.version(at.version, all);
  const canBranch = game.status === "finished" && session.value !== null;
  return (
    <section class="controls" aria-label={say.controls}>
      <div class="caption">
        <div class="told" aria-live={isPlaying.value ? "off" : "polite"}>
          <h2>{title}</h2>
          <p>{why}</p>
        </div>
        <p class="replay-count">
          <span><strong>{number}</strong>{of}</span>
          <span>{time(at.entries[0]?.recorded_at ?? "")}</span>
        </p>
      </div>
      <Track playback={playback} isTwoSided={state !== undefined && hasSides(game, state.view)} text={`${say.position(at.version, all)}. ${title}`} />
      <div class="steps">
        <button type="button" aria-label={say.start} onClick={() => playback.step(-place.value)}><StartIcon /></button>
        <button type="button" aria-label={say.back} disabled={place.value === 0} onClick={() => playback.step(-1)}><StepBackIcon /></button>
        <button type="button" class="play" aria-label={isPlaying.value ? say.pause : say.play} onClick={() => playback.toggle()}>
          {isPlaying.value ? <PauseIcon /> : <PlayIcon />}
        </button>
        <button type="button" aria-label={say.forward} disabled={place.value >= playback.last.value} onClick={() => playback.step(1)}><StepForwardIcon /></button>
        <button type="button" aria-label={say.speed(`${speed.value}×`)} onClick={() => playback.nextSpeed()}>{speed.value}×</button>
      </div>
      {game.status === "finished" && (
        <div class="onward">
          {canBranch && <Button disabled={at.turnAt === null} title={at.turnAt === null ? say.branchNo : undefined} onClick={onBranch}>{say.branch}</Button>}
          <Verified id={game.id} />
        </div>
      )}
    </section>
  );
}

/** The way to the check of the match; a tick if this device has made it. */
function Verified({ id }: { id: string }) {
  const say = words();
  const [isDone, setDone] = useState(false);
  useEffect(() => {
    void isVerified(id).then(setDone);
  }, [id]);
  return <LinkButton href={`/audit/${id}`} look="plain">{isDone ? <><TickIcon /> {say.verified}</> : say.verify}</LinkButton>;
}

function subtitle(game: Game, round: number, last: { type: string } | undefined): string {
  const say = words();
  if (game.status !== "finished") return `${say.round(round)} · ${say.running}`;
  const winners = last !== undefined && "winners" in last ? (last.winners as number[]) : [];
  const totals = game.view.last_round?.totals ?? [];
  const names = winners.flatMap((seat) => game.seats[seat] ?? []).map(seatName).join(", ");
  if (names === "") return say.round(round);
  const own = totals[winners[0] ?? 0];
  const other = Math.max(...totals.filter((_, seat) => !winners.includes(seat)));
  return `${say.round(round)} · ${say.won(names, own === undefined || !Number.isFinite(other) ? "" : say.scores(own, other))}`;
}

/** Whether the person came to play on from a position, as the address said when they came. */
function useBranching(): boolean {
  const [isBranching] = useState(() => new URLSearchParams(location.search).has("branch"));
  return isBranching && session.value !== null;
}

/** The address names the version that is shown, so that it can be copied. Browsers allow only some changes at a time. */
function useVersionInAddress({ moment }: Playback): void {
  const version = moment.value?.version;
  useEffect(() => {
    if (version === undefined) return undefined;
    const timer = setTimeout(() => history.replaceState(history.state, "", `?version=${version}`), 400);
    return () => clearTimeout(timer);
  }, [version]);
}
