// What every client needs: a typed way to ask, patience where the service asks for it, and refusals as exceptions.

import createClient, { type Client } from "openapi-fetch";
import type { paths, Problem } from "./api.js";

export type Service = Client<paths>;

/** The service at `address`, asked as the holder of `token`. */
export function connect(address: string, token?: string, fetch = patient): Service {
  const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` };
  return createClient<paths>({ baseUrl: address, headers, fetch });
}

/** `fetch` that waits as long as it is told to (429: you ask too much; 503: we are busy) and then asks again. */
export async function patient(request: Request): Promise<Response> {
  for (let tries = 0; ; tries++) {
    const response = await fetch(request.clone());
    if ((response.status !== 429 && response.status !== 503) || tries === 5) return response;
    await sleep(1000 * Number(response.headers.get("Retry-After") ?? "1"));
  }
}

/** The service has understood and said no; `problem.code` says why, and never changes its meaning. */
export class Refused extends Error {
  constructor(readonly status: number, readonly problem: Problem) {
    super(`${status} ${problem.code}: ${problem.detail}`);
  }
}

interface Answer<Body> {
  data?: Body;
  error?: Problem;
  response: Response;
}

/** The body of an answer. Throws `Refused`, and what `fetch` throws where nobody answers. */
export async function body<Body>(asked: Promise<Answer<Body>>): Promise<NonNullable<Body>> {
  const { data, error, response } = await asked;
  if (error !== undefined) throw new Refused(response.status, error);
  if (data === undefined || data === null) throw new Error(`${response.status} without a body`);
  return data;
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise((done) => setTimeout(done, milliseconds));
}
