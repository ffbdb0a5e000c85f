// The check of a match: a transcript from the service or a file, verified in this page, check by check.

import { useSignal } from "@preact/signals";
import { useEffect, useState } from "preact/hooks";
import { Button, LinkButton } from "../../parts/button.tsx";
import { Page } from "../../parts/page.tsx";
import { Refusal } from "../../parts/refusal.tsx";
import { language } from "../../texts/language.ts";
import { Check } from "./check.ts";
import { Checks } from "./checks.tsx";
import { FileDrop } from "./file-drop.tsx";
import { words } from "./texts.ts";
import { fill, loadVerifier, type VerifierWords } from "./verifier.ts";

export default function Audit({ id }: { id?: string }) {
  const say = words();
  const [check] = useState(() => new Check());
  const { texts, hasFailed, load } = useVerifierWords();
  useEffect(() => {
    if (id !== undefined) void check.checkGame(id);
  }, [check, id]);
  return (
    <Page title={say.title} back={id === undefined ? "/replays" : `/replays/${id}`}>
      <div class="audit">
        <h1>{say.title}</h1>
        {hasFailed && <p class="notice" role="alert">{say.offline} <Button look="plain" onClick={load}>{say.again}</Button></p>}
        {texts === undefined ? !hasFailed && <p class="quiet" role="status">{say.loading}</p> : <Body check={check} texts={texts} id={id} />}
      </div>
    </Page>
  );
}

function Body({ check, texts, id }: { check: Check; texts: VerifierWords; id: string | undefined }) {
  const say = words();
  const verdict = check.verdict.value;
  const isStarted = check.isRunning.value || verdict !== undefined;
  const originUnable = verdict?.entries.some(({ check: name, facts }) => name === "origin" && facts.unable === true && facts.chosen !== true) ?? false;
  return (
    <>
      <p>{texts.intro}</p>
      {id === undefined ? (
        <FileDrop texts={texts} onFile={(file) => void check.checkFile(file)} />
      ) : (
        <p class="quiet">{say.fromService}</p>
      )}
      {check.refusal.value !== undefined && <Refusal refusal={check.refusal.value} />}
      {check.isUnreadable.value && <p class="refusal" role="alert">{say.noFile}</p>}
      {check.isOffline.value && (
        <p class="notice" role="alert">
          {say.offline} {id !== undefined && <Button look="plain" onClick={() => void check.checkGame(id)}>{say.again}</Button>}
        </p>
      )}
      <div role="status">{isStarted && <VerdictNotice check={check} texts={texts} />}</div>
      {isStarted && check.heads.value !== undefined && <p class="quiet heads">{say.heads(check.heads.value)}</p>}
      {originUnable && id === undefined && (
        <label class="origins">
          <span>{texts.origins_label}</span>
          <input
            type="file"
            multiple
            onChange={(event) => void check.addOrigins([...(event.currentTarget.files ?? [])])}
          />
        </label>
      )}
      <Checks check={check} texts={texts} />
      {verdict !== undefined && id !== undefined && <p class="buttons"><LinkButton href={`/replays/${id}`}>{say.replay}</LinkButton></p>}
      <p class="quiet">{texts.program}</p>
    </>
  );
}

function VerdictNotice({ check, texts }: { check: Check; texts: VerifierWords }) {
  const say = words();
  const verdict = check.verdict.value;
  const all = Object.keys(texts.checks).length - 2; // without heads and origin, which few matches have
  const done = check.entries.value.length;
  if (verdict === undefined) {
    const { value: name } = check.name;
    const title = done === 0 && name === "" ? say.fetching : name === "" ? say.checking : fill(texts.working, { name });
    return (
      <div class="verdict">
        <h2>{title}</h2>
        <progress max={all} value={Math.min(done, all)} aria-label={say.progress(done, all)} />
      </div>
    );
  }
  const isChosen = verdict.entries.some(({ facts }) => facts.chosen === true);
  const last = verdict.entries.at(-1)?.check ?? "";
  const [look, title, why] = [
    ["good", texts.holds, texts.holds_why],
    ["bad", texts.breaks, fill(texts.breaks_why, { check: texts.checks[last]?.[0] ?? "" })],
    ["unsure", texts.half, isChosen ? texts.chosen_why : texts.half_why],
  ][verdict.code] as [string, string, string];
  return (
    <div class={`verdict ${look}`}>
      <h2>{title}</h2>
      <p>{why}</p>
      {verdict.code === 1 && <p>{last in say.means ? say.means[last as keyof typeof say.means] : say.means.other}</p>}
    </div>
  );
}

/** The words around the verifier, and whether its files could not be loaded. */
function useVerifierWords() {
  const loaded = useSignal<Awaited<ReturnType<typeof loadVerifier>>["all"] | undefined>(undefined);
  const hasFailed = useSignal(false);
  const load = () => {
    hasFailed.value = false;
    loadVerifier().then(
      ({ all }) => {
        loaded.value = all;
      },
      () => {
        hasFailed.value = true;
      },
    );
  };
  useEffect(load, []);
  const texts: VerifierWords | undefined = loaded.value?.[language.value];
  return { texts, hasFailed: hasFailed.value, load };
}
