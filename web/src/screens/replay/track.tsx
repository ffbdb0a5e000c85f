// The track: the stretches on the light and the dark side, and the place on it as a slider.

import type { Playback } from "./playback.ts";
import { stretchesOf } from "./moments.ts";
import { words } from "./texts.ts";

const SUN = "M0-7.5v2.2M0 7.5V5.3M-7.5 0h2.200M7.5 0H5.3M-5.3-5.3l1.5 1.5M5.3-5.3L3.8-3.8M-5.3 5.3l1.5-1.5M5.3 5.3L3.8 3.8";
const MOON = "M-2-6.5A7 7 0 1 0 6.5 2 5.5 5.5 0 0 1-2-6.5z";

interface TrackProps {
  playback: Playback;
  isTwoSided: boolean;
  /** The place in words. */
  text: string;
}

export function Track({ playback, isTwoSided, text }: TrackProps) {
  const say = words();
  const { recording, place, last } = playback;
  const moments = recording.moments.value;
  const percent = (at: number) => `${(100 * at) / Math.max(1, moments.length)}%`;
  return (
    <div class="track">
      <svg class="stretches" aria-hidden="true">
        {stretchesOf(moments).map(({ side, from, to }) => (
          <g key={from} class={side === "D" ? "dark" : "light"}>
            <rect x={percent(from)} width={percent(to + 1 - from)} height="100%" />
            {isTwoSided && (to + 1 - from) / moments.length > 0.06 && (
              <svg x={percent((from + to + 1) / 2)} y="50%" overflow="visible">
                {side === "D" ? <path d={MOON} class="solid" /> : <><circle r="3" class="solid" /><path d={SUN} /></>}
              </svg>
            )}
          </g>
        ))}
      </svg>
      <input
        type="range"
        min="0"
        max={last.value}
        value={place.value}
        aria-label={say.track}
        aria-valuetext={text}
        onInput={(event) => {
          playback.isPlaying.value = false;
          playback.go(event.currentTarget.valueAsNumber);
        }}
      />
    </div>
  );
}
