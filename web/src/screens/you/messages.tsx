// Which messages come on which way, and when none come.

import type { Preferences } from "flipside-client";
import { words as catalogue } from "../../catalogue/catalogue.ts";
import { useAction } from "../../parts/action.ts";
import { useAnswer } from "../../parts/answer.ts";
import { State, Trouble } from "../../parts/state.tsx";
import { client } from "../../session/session.ts";
import { youTexts } from "./texts.ts";

/** The channels that a person sees here; the others are set by apps. */
const CHANNELS = ["email", "webpush"] as const;
const REMINDERS = [3600, 4 * 3600, 12 * 3600, 24 * 3600];

type Change = Partial<Pick<Preferences, "quiet_hours" | "digest_hour" | "reminders" | "time_zone" | "messages">>;

export function Messages() {
  const say = youTexts();
  const preferences = useAnswer<Preferences>((asked) => asked.get("/v1/me/preferences"));
  const action = useAction();
  const { value, put } = preferences;
  if (value === undefined) return <State of={preferences} />;
  const set = (body: Change) =>
    action.run(async () => {
      put(changed(value, body)); // at once: a box must not jump back while the service answers
      try {
        put(await client.peek().patch("/v1/me/preferences", { body }));
      } catch (error) {
        put(value);
        throw error;
      }
    });
  const { quiet_hours, digest_hour, reminders, time_zone } = value;
  // Nobody has chosen UTC yet: it is what everybody begins with.
  const zone = time_zone === "UTC" ? { time_zone: zoneHere() } : {};
  return (
    <>
      <Trouble of={action} />
      <section class="column">
        <h2>{say.quietHours}</h2>
        <label class="check">
          <input
            type="checkbox"
            checked={quiet_hours !== null}
            onChange={({ currentTarget }) => set(currentTarget.checked ? { quiet_hours: { start: "22:00", end: "08:00" }, ...zone } : { quiet_hours: null })}
          />
          {say.quietNote}
        </label>
        {quiet_hours !== null && (
          <div class="pair">
            <Time label={say.from} value={quiet_hours.start} onValue={(start) => set({ quiet_hours: { ...quiet_hours, start } })} />
            <Time label={say.to} value={quiet_hours.end} onValue={(end) => set({ quiet_hours: { ...quiet_hours, end } })} />
          </div>
        )}
        <label class="field">
          <span>{say.timeZone}</span>
          <select value={time_zone} onChange={({ currentTarget }) => set({ time_zone: currentTarget.value })}>
            {zones(time_zone).map((zone) => <option key={zone} value={zone}>{zone.replaceAll("_", " ")}</option>)}
          </select>
        </label>
      </section>
      <section class="column">
        <h2>{say.reminders}</h2>
        <ul>
          {REMINDERS.map((seconds) => (
            <li key={seconds}>
              <label class="check">
                <input
                  type="checkbox"
                  checked={reminders.includes(seconds)}
                  onChange={({ currentTarget }) =>
                    set({ reminders: currentTarget.checked ? [...reminders, seconds] : reminders.filter((one) => one !== seconds) })
                  }
                />
                {say.hoursBefore(seconds / 3600)}
              </label>
            </li>
          ))}
        </ul>
        <label class="check">
          <input
            type="checkbox"
            checked={digest_hour !== null}
            onChange={({ currentTarget }) => set(currentTarget.checked ? { digest_hour: 8, ...zone } : { digest_hour: null })}
          />
          {say.digest}
        </label>
      </section>
      <section class="column">
        <h2>{say.kinds}</h2>
        <table class="kinds">
          <thead>
            <tr><td />{CHANNELS.map((channel) => <th key={channel} scope="col">{say.channels[channel]}</th>)}</tr>
          </thead>
          <tbody>
            {(catalogue.value?.messages ?? []).filter(({ kind }) => kind in value.messages).map(({ kind, title, why }) => (
              <tr key={kind}>
                <th scope="row">{title}<small>{why}</small></th>
                {CHANNELS.map((channel) => (
                  <td key={channel}>
                    <input
                      type="checkbox"
                      aria-label={`${title}, ${say.channels[channel]}`}
                      checked={value.messages[kind]?.[channel] === true}
                      onChange={({ currentTarget }) => set({ messages: { [kind]: { [channel]: currentTarget.checked } } })}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}

function changed(preferences: Preferences, { messages, ...others }: Change): Preferences {
  const all = { ...preferences.messages };
  for (const [kind, channels] of Object.entries(messages ?? {})) all[kind] = { ...all[kind], ...channels };
  return { ...preferences, ...others, messages: all };
}

function Time({ label, value, onValue }: { label: string; value: string; onValue: (value: string) => void }) {
  return (
    <label class="field">
      <span>{label}</span>
      <input type="time" required value={value} onChange={({ currentTarget }) => { if (currentTarget.value !== "") onValue(currentTarget.value); }} />
    </label>
  );
}

function zoneHere(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** All time zones, this device's first. */
function zones(chosen: string): string[] {
  return [...new Set([zoneHere(), chosen, "UTC", ...Intl.supportedValuesOf("timeZone")])];
}
