// What the service says when it refuses: a union by `code`.

import type { LogEntry, Problem } from "./api.js";
import { decode } from "./decode.js";
import { CODES } from "./shapes.js";

/** Members that some codes always have. */
interface Certain {
  stale_version: { current_version: number; missed_events: LogEntry[] };
}

type KnownErrorCode = (typeof CODES)[number];

type More<Code> = Code extends keyof Certain ? Certain[Code] : unknown;

type KnownRefusal = { [Code in KnownErrorCode]: Problem & { code: Code } & More<Code> }[KnownErrorCode];

/** A refusal with a code that this version of the package does not know: treat it as its `status`. */
export interface UnknownRefusal {
  code: "unknown";
  status: number;
  title: string;
  detail: string;
  raw: unknown;
}

export type Refusal = KnownRefusal | UnknownRefusal;

/** The service has understood and said no. `refusal.code` says why, and never changes its meaning. */
export class Refused extends Error {
  constructor(
    readonly refusal: Refusal,
    readonly headers: Headers,
  ) {
    super(`${refusal.status} ${refusal.code}: ${refusal.detail}`);
    this.name = "Refused";
  }

  get status(): number {
    return this.refusal.status;
  }
}

/** Read a response that is no success. */
export async function refused(response: Response): Promise<Refused> {
  const text = await response.text();
  return new Refused(read(response, text), response.headers);
}

function read(response: Response, text: string): Refusal {
  let raw: unknown = text;
  try {
    raw = JSON.parse(text);
  } catch {
    // A proxy on the way has answered in a language of its own.
  }
  const problem = (typeof raw === "object" && raw !== null ? raw : {}) as Partial<Problem>;
  const codes: readonly unknown[] = CODES;
  if (codes.includes(problem.code)) return decode(raw, "Problem") as Refusal;
  const { title = response.statusText, detail = title } = problem;
  return { code: "unknown", status: response.status, title, detail, raw };
}
