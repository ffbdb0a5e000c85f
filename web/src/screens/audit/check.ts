// One check of a transcript: what the verifier is given, what it has said so far, and its verdict.

import { signal } from "@preact/signals";
import { Refused, type Refusal } from "flipside-client";
import { headsOf } from "../../games/heads.ts";
import { noteVerified } from "../../games/verified.ts";
import { fetchTranscript, gameOf, publishedKeys } from "./transcripts.ts";
import { type Entry, loadVerifier, type Verdict } from "./verifier.ts";

/** What is read of a file, in bytes: one more than the verifier takes, so that it says that the file is too large. */
const MOST_BYTES = 100_000_001;
/** A branch of a branch of a branch: how many matches are followed back. */
const MOST_ORIGINS = 8;

export class Check {
  /** What is checked: the name of a file, or nothing for a match of the service. */
  readonly name = signal("");
  readonly isRunning = signal(false);
  readonly entries = signal<readonly Entry[]>([]);
  readonly verdict = signal<Verdict | undefined>(undefined);
  /** How many heads this device has noted of the match; undefined before that is known, and of a file that names none. */
  readonly heads = signal<number | undefined>(undefined);
  readonly refusal = signal<Refusal | undefined>(undefined);
  readonly isOffline = signal(false);
  readonly isUnreadable = signal(false);

  private bytes: Uint8Array | undefined;
  private origins: Uint8Array[] = [];
  private latest = 0;

  /** Check a finished match of the service, and the matches that it goes on from. */
  async checkGame(id: string): Promise<void> {
    await this.run("", async () => {
      this.origins = [];
      this.bytes = await fetchTranscript(id);
    }, true);
  }

  async checkFile(file: File): Promise<void> {
    await this.run(file.name, async () => {
      this.origins = [];
      this.bytes = await read(file);
    }, false);
  }

  /** Check the same transcript again, with those of matches that it goes on from. */
  async addOrigins(files: readonly File[]): Promise<void> {
    await this.run(this.name.peek(), async () => {
      this.origins = await Promise.all(files.map(read));
    }, false);
  }

  private async run(name: string, load: () => Promise<void>, followsOrigins: boolean): Promise<void> {
    const turn = ++this.latest;
    this.name.value = name;
    this.entries.value = [];
    this.verdict.value = undefined;
    this.refusal.value = undefined;
    this.isOffline.value = false;
    this.isUnreadable.value = false;
    this.isRunning.value = true;
    try {
      const [{ verifier }, keys] = await Promise.all([loadVerifier(), publishedKeys(), load()]);
      const { bytes } = this;
      if (bytes === undefined || turn !== this.latest) return;
      const game = await gameOf(bytes);
      const heads = game === undefined ? [] : await headsOf(game);
      this.heads.value = game === undefined ? undefined : heads.length;
      for (;;) {
        this.entries.value = [];
        const tell = (entry: Entry) => {
          if (turn === this.latest) this.entries.value = [...this.entries.peek(), entry];
        };
        const verdict = await verifier.verify(bytes, { heads, keys, origins: this.origins }, tell);
        if (turn !== this.latest) return;
        const origin = followsOrigins && this.origins.length < MOST_ORIGINS ? await this.missingOrigin(verdict) : undefined;
        if (origin === undefined) {
          this.verdict.value = verdict;
          if (verdict.code === 0 && game !== undefined && followsOrigins) await noteVerified(game);
          return;
        }
        this.origins = [...this.origins, origin];
      }
    } catch (error) {
      if (turn !== this.latest) return;
      if (error instanceof Refused) this.refusal.value = error.refusal;
      else if (error instanceof DOMException) this.isUnreadable.value = true;
      else this.isOffline.value = true;
    } finally {
      if (turn === this.latest) this.isRunning.value = false;
    }
  }

  /** The transcript of the match that this one goes on from, if the service has it and it was not given. */
  private async missingOrigin({ entries }: Verdict): Promise<Uint8Array | undefined> {
    const facts = entries.find(({ check }) => check === "origin")?.facts;
    if (!facts?.unable || facts.chosen || facts.doubt !== undefined || facts.origin === undefined) return undefined;
    return fetchTranscript(facts.origin).catch(() => undefined); // private, or gone: the check says what is missing
  }
}

async function read(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.slice(0, MOST_BYTES).arrayBuffer());
}
