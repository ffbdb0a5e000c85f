// The table that a person wants: what they have set, and what the service says about it.

import { effect, signal, computed } from "@preact/signals";
import { type Check, type GameRequest, type OptionValue, Refused, type Rulesets, type TimeControl } from "flipside-client";
import { untilAnswered } from "../../session/retry.ts";
import { client } from "../../session/session.ts";

export type Options = Readonly<Record<string, OptionValue>>;
/** The name of a time control, or one of its own. */
export type Clock = string | TimeControl;
export type Watch = "auto" | "none" | "delayed" | "open";

const CHECK_AFTER = 200;

/** The choices in percent; null: everybody. */
export const RELIABILITIES = [null, 75, 90] as const;

const WATCHES: readonly Watch[] = ["none", "delayed", "open"];

/** What a preset says of a table; one of the service has no seats and no spectators. */
export interface Shape {
  options: Options;
  clock: Clock;
  seats?: number;
  private?: boolean;
  spectators?: string | null;
  min_reliability?: number | null;
}

export class Wish {
  /** The ruleset with its edition, as in `/v1/rulesets/{name}`. */
  readonly ruleset = signal("flip");
  /** The options that the person has set; all others are as usual. */
  readonly options = signal<Options>({});
  readonly seats = signal(4);
  readonly clock = signal<Clock>("day");
  readonly isPrivate = signal(false);
  /** Whether free seats of a public table go to people who look for such a match. */
  readonly isOpenToSeeks = signal(false);
  readonly watch = signal<Watch>("auto");
  readonly bots = signal(0);
  /** The share of turns made in time that players need, in percent. */
  readonly minReliability = signal<number | null>(null);

  readonly rulesets = signal<Rulesets | undefined>(undefined);
  /** The answer for the latest options; undefined until it has come. */
  readonly check = signal<Check | undefined>(undefined);
  readonly isOffline = signal(false);

  /** The entry of the chosen ruleset. */
  readonly entry = computed(() => this.rulesets.value?.rulesets.find(({ name }) => name === this.ruleset.value));

  /** What is sent: the ruleset and its edition are options, too. */
  readonly sent = computed<Options>(() => {
    const { ruleset = "flip", edition = "base" } = this.entry.value ?? {};
    return { ruleset, edition, ...this.options.value };
  });

  /** Ask the service about rulesets, and about the options whenever they change. Returns what ends it. */
  start(): () => void {
    const endRulesets = effect(() => {
      const asked = client.value;
      const controller = new AbortController();
      const { signal } = controller;
      const fail = () => {
        if (!signal.aborted) this.isOffline.value = true;
      };
      untilAnswered(() => asked.get("/v1/rulesets", { signal }), signal, fail).then((rulesets) => {
        this.rulesets.value = rulesets;
        this.isOffline.value = false;
      }, fail);
      return () => controller.abort();
    });
    const endCheck = effect(() => {
      const asked = client.value;
      const body = { options: { ...this.sent.value }, seats: this.seats.value };
      if (this.rulesets.value === undefined) return undefined;
      const controller = new AbortController();
      const { signal } = controller;
      const timer = setTimeout(() => {
        const fail = (error: unknown) => {
          if (!signal.aborted) this.isOffline.value = !(error instanceof Refused);
        };
        untilAnswered(() => asked.post("/v1/rulesets/check", { body, signal }), signal, fail).then((check) => {
          this.check.value = check;
          this.isOffline.value = false;
        }, fail);
      }, CHECK_AFTER);
      return () => {
        clearTimeout(timer);
        controller.abort();
      };
    });
    return () => {
      endRulesets();
      endCheck();
    };
  }

  /** The table as it is asked for. */
  request(): GameRequest {
    return { ...this.shape(), open_to_seeks: !this.isPrivate.value && this.isOpenToSeeks.value };
  }

  /** What a preset keeps of the table. A private one has no spectators to choose for. */
  shape(): GameRequest {
    const [isPrivate, watch] = [this.isPrivate.value, this.watch.value];
    return {
      options: { ...this.sent.value },
      seats: this.seats.value,
      clock: this.clock.value,
      private: isPrivate,
      spectators: isPrivate || watch === "auto" ? null : watch,
      min_reliability: this.minReliability.value,
    };
  }

  /** The value of an option when nobody has set it. */
  usual(option: string): OptionValue | undefined {
    return this.entry.value?.defaults[option] ?? this.rulesets.value?.options.find(({ name }) => name === option)?.default;
  }

  /** The value of an option in this table. */
  value(option: string): OptionValue | undefined {
    return this.options.value[option] ?? this.check.value?.options?.[option] ?? this.usual(option);
  }

  /** Set an option; its usual value is no change. */
  set(option: string, value: OptionValue): void {
    const { [option]: _, ...others } = this.options.value;
    const isUsual = JSON.stringify(value) === JSON.stringify(this.usual(option));
    this.options.value = isUsual ? others : { ...others, [option]: value };
  }

  /** Whether the options and the clock are those of this preset. */
  isLike({ options, clock }: Shape): boolean {
    const { ruleset, edition = "base", ...others } = options;
    const here = this.entry.value;
    if (here?.ruleset !== ruleset || here?.edition !== edition) return false;
    return same(this.unusual(others), this.options.value) && same(clock, this.clock.value);
  }

  /** Take over a preset; what it does not say stays as it is. */
  take({ options, clock, seats, private: isPrivate, spectators, min_reliability = null }: Shape): void {
    const { ruleset = "flip", edition = "base", ...others } = options;
    const entry = this.rulesets.value?.rulesets.find((one) => one.ruleset === ruleset && one.edition === edition);
    if (entry !== undefined) this.ruleset.value = entry.name;
    this.options.value = this.unusual(others);
    this.clock.value = clock;
    if (seats !== undefined) this.setSeats(seats);
    if (isPrivate === undefined) return;
    this.minReliability.value = min_reliability;
    this.isPrivate.value = isPrivate;
    this.watch.value = WATCHES.find((one) => one === spectators) ?? "auto";
  }

  /** These options without those that have their usual value. */
  private unusual(options: Options): Options {
    return Object.fromEntries(Object.entries(options).filter(([option, value]) => !same(value, this.usual(option))));
  }

  /** One seat is the person's own. */
  setSeats(seats: number): void {
    this.seats.value = seats;
    this.bots.value = Math.min(this.bots.value, seats - 1);
  }

  /** Another ruleset keeps what it knows, too; the rest is dropped. */
  setRuleset(name: string): void {
    this.ruleset.value = name;
    const { not_applicable = {}, least_seats = 2, most_seats = 10 } = this.entry.value ?? {};
    this.setSeats(Math.min(Math.max(this.seats.value, least_seats), most_seats));
    this.options.value = Object.fromEntries(
      Object.entries(this.options.value).filter(([option]) => !(option in not_applicable)),
    );
  }

  /** Why an option cannot be set to a value, or to anything; undefined if it can. */
  reason(option: string, value?: unknown): string | undefined {
    const blocked = this.check.value?.blocked ?? [];
    const wanted = JSON.stringify(value);
    return blocked.find(
      (one) => one.option === option && (one.value === undefined || one.value === null || JSON.stringify(one.value) === wanted),
    )?.reason ?? this.entry.value?.not_applicable[option];
  }
}

function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(ordered(one)) === JSON.stringify(ordered(other));
}

/** An object with its members in the order of their names. */
function ordered(value: unknown): unknown {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject ? Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1)) : value;
}

let latest: Wish | undefined;

/** The wish that was not fulfilled yet: a person who went to read the rules finds it as it was. */
export function wanted(): Wish {
  latest ??= new Wish();
  return latest;
}

/** The table is open: the next wish begins anew. */
export function forgetWish(): void {
  latest = undefined;
}
