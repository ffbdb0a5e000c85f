// Standing orders: what the service does for this seat, tried on past games, left, changed and cancelled.

import { useSignal } from "@preact/signals";
import { type CardView, type Game, type OrdersDryRun, Refused, type StandingOrders } from "flipside-client";
import { cardName, colorName, words } from "../../../catalogue/catalogue.ts";
import { seatName } from "../../../games/names.ts";
import { hasSides } from "../../../games/sides.ts";
import { useAction } from "../../../parts/action.ts";
import { useAnswer } from "../../../parts/answer.ts";
import { Button } from "../../../parts/button.tsx";
import { ColorSign, Drawing } from "../../../parts/face.tsx";
import { Sheet } from "../../../parts/sheet.tsx";
import { State, Trouble } from "../../../parts/state.tsx";
import { Stepper } from "../../../parts/stepper.tsx";
import { client } from "../../../session/session.ts";
import { plural } from "../../../texts/language.ts";
import { moment } from "../../../texts/times.ts";
import type { MenuSheetProps } from "../panel/sheet-button.tsx";
import { Tile, Tiles } from "../panel/tiles.tsx";
import {
  aimed, colored, doNothing, type Draft, draftOf, LONGEST_PLAN, ordersOf, type Planned, toggled, withoutColor, withoutTarget,
} from "./draft.ts";
import { ordersTexts } from "./texts.ts";
import { ordersTitle } from "./title.ts";

const PATH = "/v1/games/{game_id}/orders";
const DAYS = 14;
/** How many cards a threshold can be. */
const MOST = 20;

export default function OrdersSheet({ game, onClose }: MenuSheetProps) {
  const say = ordersTexts();
  const answer = useAnswer((service, signal) => service.get(PATH, { path: { game_id: game.id }, signal }), game.id);
  const { value } = answer;
  const until = value?.expires_at ?? null;
  return (
    <Sheet title={ordersTitle().orders} note={until === null ? say.note : say.stand(moment(until))} onClose={onClose}>
      {value === undefined ? <State of={answer} /> : <Form key={value.given_at} game={game} standing={value} onClose={onClose} />}
    </Sheet>
  );
}

interface FormProps {
  game: Game;
  standing: StandingOrders;
  onClose: () => void;
}

function Form({ game, standing, onClose }: FormProps) {
  const say = ordersTexts();
  const hand = game.view.hand ?? [];
  const draft = useSignal<Draft>(draftOf(standing.orders, hand));
  const days = useSignal(DAYS);
  const action = useAction();
  const { value } = draft;
  const change = (some: Partial<Draft>) => { draft.value = { ...draft.value, ...some }; };
  const path = { game_id: game.id };
  // The rules of the table decide which cards are aimed. The service names them when a plan does not say at whom.
  const targets = useSignal<Targets>(new Map());
  const open = withoutColor(value.plan, isWild) ?? withoutTarget(value.plan, targets.value);
  const leave = async () => {
    try {
      await client.peek().put(PATH, { path, body: { ...ordersOf(value), days: days.value } });
      onClose();
    } catch (error) {
      if (!(error instanceof Refused) || error.refusal.code !== "plan_without_target") throw error;
      const { card, targets: seats } = error.refusal.params ?? {};
      targets.value = new Map(targets.value).set(card ?? "", seats ?? []);
    }
  };
  const cancel = async () => {
    await client.peek().delete(PATH, { path });
    onClose();
  };
  return (
    <div class="orders">
      <AgainstDraw draft={value} onChange={change} />
      <WithDrawn draft={value} onChange={change} />
      <Plan game={game} hand={hand} open={open} targets={targets.value} draft={value} onChange={change} />
      <Switch label={say.uno} isOn={value.callsUno} onChange={(callsUno) => change({ callsUno })} />
      <Wake game={game} draft={value} onChange={change} />
      <Stepper
        title={say.days} value={days.value} least={1} most={30} text={plural(days.value, say.dayCount)}
        fewer={say.fewer} more={say.more} onChange={(count) => { days.value = count; }}
      />
      <DryRun key={JSON.stringify(ordersOf(value))} game={game} draft={value} />
      <Trouble of={action} />
      <Button look="filled" disabled={action.isBusy || doNothing(value) || open !== undefined} onClick={() => action.run(leave)}>
        {standing.orders === null ? say.leave : say.change}
      </Button>
      {standing.orders !== null && <Button disabled={action.isBusy} onClick={() => action.run(cancel)}>{say.cancelOrders}</Button>}
      <Button look="plain" onClick={onClose}>{say.close}</Button>
    </div>
  );
}

/** By card, the seats at which it can be aimed. */
type Targets = ReadonlyMap<string, readonly number[]>;

interface PartProps {
  draft: Draft;
  onChange: (some: Partial<Draft>) => void;
}

function AgainstDraw({ draft: { challenge }, onChange }: PartProps) {
  const say = ordersTexts();
  const doubts = challenge !== null && challenge > 0;
  return (
    <section>
      <h3>{say.challenge}</h3>
      <Tiles label={say.challenge} isSmall>
        <Tile isPicked={challenge === null} onPick={() => onChange({ challenge: null })}><b>{say.ask}</b></Tile>
        <Tile isPicked={challenge === 0} onPick={() => onChange({ challenge: 0 })}><b>{say.accept}</b></Tile>
        <Tile isPicked={doubts} onPick={() => onChange({ challenge: doubts ? challenge : 5 })}><b>{say.doubt}</b></Tile>
      </Tiles>
      {doubts && (
        <Stepper
          title={say.least} hint={say.doubtNote(plural(challenge, say.cards))} value={challenge} least={1} most={MOST}
          fewer={say.fewer} more={say.more} onChange={(count) => onChange({ challenge: count })}
        />
      )}
    </section>
  );
}

function WithDrawn({ draft: { drawn }, onChange }: PartProps) {
  const say = ordersTexts();
  return (
    <section>
      <h3>{say.drawn}</h3>
      <Tiles label={say.drawn} isSmall>
        <Tile isPicked={drawn === null} onPick={() => onChange({ drawn: null })}><b>{say.ask}</b></Tile>
        <Tile isPicked={drawn === "play"} onPick={() => onChange({ drawn: "play" })}><b>{say.play}</b></Tile>
        <Tile isPicked={drawn === "keep"} onPick={() => onChange({ drawn: "keep" })}><b>{say.keep}</b></Tile>
      </Tiles>
    </section>
  );
}

interface PlanProps extends PartProps {
  game: Game;
  hand: readonly CardView[];
  /** The card of the plan that still needs a color or a seat. */
  open: Planned | undefined;
  targets: Targets;
}

function Plan({ game, hand, open, targets, draft: { plan }, onChange }: PlanProps) {
  const say = ordersTexts();
  return (
    <section>
      <h3>{say.plan}</h3>
      <p class="note">{say.planNote}</p>
      <Tiles label={say.plan}>
        {hand.map((card) => {
          const place = plan.findIndex(({ handle }) => handle === card.handle) + 1;
          const { color = null, target = null } = plan[place - 1] ?? {};
          const at = game.seats[target ?? -1];
          const name = [cardName(card.card), color !== null && colorName(color), at && seatName(at), place > 0 && say.place(place)]
            .filter(Boolean).join(", ");
          return (
            <Tile
              key={card.handle} class="card" isPicked={place > 0} isDisabled={place === 0 && (plan.length >= LONGEST_PLAN || open !== undefined)}
              onPick={() => onChange({ plan: toggled(plan, card) })}
            >
              <span class="visually-hidden">{name}</span>
              <Drawing card={card.card} />
              {place > 0 && <span class="plan-place" aria-hidden="true">{place}</span>}
            </Tile>
          );
        })}
      </Tiles>
      {open !== undefined && (open.color === null && isWild(open.card) ? (
        <WhichColor game={game} card={open.card} onPick={(color) => onChange({ plan: colored(plan, open.handle, color) })} />
      ) : (
        <WhichSeat
          game={game} card={open.card} seats={targets.get(open.card) ?? []}
          onPick={(seat) => onChange({ plan: aimed(plan, open.handle, seat) })}
        />
      ))}
    </section>
  );
}

function WhichColor({ game, card, onPick }: { game: Game; card: string; onPick: (color: string) => void }) {
  const title = ordersTexts().whichColor(cardName(card));
  const colors = (words.value?.colors ?? []).filter(({ side }) => side === game.view.side);
  return (
    <>
      <p role="status">{title}</p>
      <Tiles label={title}>
        {colors.map(({ color }) => (
          <Tile key={color} class={`of-${color}`} isPicked={false} onPick={() => onPick(color)}>
            <ColorSign color={color} />
            <b>{colorName(color)}</b>
          </Tile>
        ))}
      </Tiles>
    </>
  );
}

interface WhichSeatProps {
  game: Game;
  card: string;
  seats: readonly number[];
  onPick: (seat: number) => void;
}

function WhichSeat({ game, card, seats, onPick }: WhichSeatProps) {
  const title = ordersTexts().whichSeat(cardName(card));
  return (
    <>
      <p role="status">{title}</p>
      <Tiles label={title}>
        {seats.flatMap((seat) => game.seats[seat] ?? []).map((one) => (
          <Tile key={one.seat} isPicked={false} onPick={() => onPick(one.seat)}><b>{seatName(one)}</b></Tile>
        ))}
      </Tiles>
    </>
  );
}

function Wake({ game, draft: { wake }, onChange }: PartProps & { game: Game }) {
  const say = ordersTexts();
  const put = (some: Partial<Draft["wake"]>) => onChange({ wake: { ...wake, ...some } });
  return (
    <section role="group" aria-label={say.wake}>
      <h3>{say.wake}</h3>
      <Switch label={say.oneCard} isOn={wake.one_card} onChange={(one_card) => put({ one_card })} />
      <Switch label={say.penalty} isOn={wake.penalty} onChange={(penalty) => put({ penalty })} />
      {hasSides(game, game.view) && <Switch label={say.flipped} isOn={wake.flipped} onChange={(flipped) => put({ flipped })} />}
      <Stepper
        title={say.fewCards} value={wake.few_cards} least={0} most={MOST}
        text={wake.few_cards === 0 ? say.never : plural(wake.few_cards, say.cards)}
        fewer={say.fewer} more={say.more} onChange={(few_cards) => put({ few_cards })}
      />
    </section>
  );
}

function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label class="uno-switch">
      <input type="checkbox" role="switch" checked={isOn} onChange={(event) => onChange(event.currentTarget.checked)} />
      {label}
    </label>
  );
}

function DryRun({ game, draft }: { game: Game; draft: Draft }) {
  const say = ordersTexts();
  const action = useAction();
  const found = useSignal<OrdersDryRun | null>(null);
  const ask = async () => {
    found.value = await client.peek().post(`${PATH}/dry-run`, { path: { game_id: game.id }, body: { ...ordersOf(draft), plan: [] } });
  };
  if (found.value !== null) {
    const { made, matches, same } = found.value;
    const told = made === 0 ? say.triedNone : say.tried(String(made), plural(matches, say.matchCount), String(same));
    return <p role="status">{told}</p>;
  }
  return (
    <>
      <Trouble of={action} />
      <Button disabled={action.isBusy || (draft.challenge === null && draft.drawn === null)} onClick={() => action.run(ask)}>{say.dryRun}</Button>
    </>
  );
}

function isWild(card: string): boolean {
  return words.value?.card.get(card)?.color === null;
}
