// Where a replay stands, and whether it plays: a place among the moments of a recording.

import { computed, effect, signal } from "@preact/signals";
import { placeOf } from "./moments.ts";
import type { Recording } from "./recording.ts";

const SPEEDS = [0.5, 1, 2, 4] as const;
/** How long a moment is shown at speed 1, in milliseconds. */
const SHOWN = 1600;
/** How long the track must rest before a table is asked for: a scrub asks for none on its way. */
const REST = 90;

export class Playback {
  readonly place = signal(0);
  readonly isPlaying = signal(false);
  readonly speed = signal<(typeof SPEEDS)[number]>(1);
  readonly last = computed(() => Math.max(0, this.recording.moments.value.length - 1));
  readonly moment = computed(() => this.recording.moments.value[this.place.value]);
  /** The place of the table that is shown: the last one that has come. */
  readonly shown = signal(0);
  /** Whether everything is turning over, which the playing waits for. */
  readonly isTurning = signal(false);
  /** Whether the last move was one moment on or back, by hand or by playing: then a Flip is seen. */
  isStep = false;

  private readonly disposals: (() => void)[] = [];

  constructor(
    readonly recording: Recording,
    version: number | null,
  ) {
    let isPlaced = false;
    this.disposals.push(
      effect(() => {
        const moments = this.recording.moments.value;
        if (isPlaced || moments.length === 0) return;
        isPlaced = true;
        this.place.value = version === null ? 0 : placeOf(moments, version);
      }),
      effect(() => {
        const { value: place } = this.place;
        void this.recording.viewer.value;
        if (this.recording.moments.value.length === 0) return undefined;
        const timer = setTimeout(() => this.recording.want(place), this.recording.stateAt(place) === undefined ? REST : 0);
        return () => clearTimeout(timer);
      }),
      effect(() => {
        if (this.recording.stateAt(this.place.value) !== undefined) this.shown.value = this.place.value;
      }),
      effect(() => {
        if (!this.isPlaying.value || this.isTurning.value || this.recording.stateAt(this.place.value) === undefined) return undefined;
        if (this.place.value >= this.last.value) {
          this.isPlaying.value = false;
          return undefined;
        }
        const timer = setTimeout(() => this.move(1), SHOWN / this.speed.value);
        return () => clearTimeout(timer);
      }),
    );
    document.addEventListener("visibilitychange", this.rest);
  }

  /** Go to a place; beyond the ends there is none. */
  go(place: number): void {
    this.set(place, false);
  }

  /** Step by hand, which stops the playing. */
  step(by: number): void {
    this.isPlaying.value = false;
    this.move(by);
  }

  toggle(): void {
    if (!this.isPlaying.value && this.place.value >= this.last.value) this.place.value = 0;
    this.isPlaying.value = !this.isPlaying.value;
  }

  nextSpeed(): void {
    this.speed.value = SPEEDS[(SPEEDS.indexOf(this.speed.value) + 1) % SPEEDS.length] ?? 1;
  }

  close(): void {
    for (const dispose of this.disposals) dispose();
    document.removeEventListener("visibilitychange", this.rest);
    this.recording.close();
  }

  private move(by: number): void {
    this.set(this.place.peek() + by, Math.abs(by) === 1);
  }

  private set(place: number, isStep: boolean): void {
    this.isStep = isStep;
    this.place.value = Math.min(Math.max(0, place), this.last.peek());
  }

  private readonly rest = (): void => {
    if (document.hidden) this.isPlaying.value = false;
  };
}
