// Requests: typed by path, patient where the service asks for it, with refusals as exceptions.

import type { GameStreamItem, paths, StreamItem } from "./api.js";
import { decode, encode } from "./decode.js";
import type { Answer, AnyGiven, Arguments, Method, PathOf } from "./operations.js";
import { refused } from "./refusals.js";
import { ANSWERS } from "./shapes.js";
import { type Following, follow } from "./stream.js";
import { sleep } from "./time.js";

export interface ClientOptions {
  token?: string | undefined;
  /** The language of texts for people, as in `Accept-Language`. */
  language?: string | undefined;
  fetch?: (request: Request) => Promise<Response>;
  /** How often to ask again after 429 and 503, each time after `Retry-After`. */
  patience?: number;
}

const BUSY = new Set([429, 503]);

export class Client {
  /** `address`: the service, such as `https://example.org`. */
  constructor(
    readonly address: string,
    private readonly options: ClientOptions = {},
  ) {}

  /** The same service, asked as the holder of another token. */
  as(token: string): Client {
    return new Client(this.address, { ...this.options, token });
  }

  get<P extends PathOf<"get">>(path: P, ...[given]: Arguments<paths[P]["get"]>): Promise<Answer<paths[P]["get"]>> {
    return this.call("get", path, given);
  }

  post<P extends PathOf<"post">>(path: P, ...[given]: Arguments<paths[P]["post"]>): Promise<Answer<paths[P]["post"]>> {
    return this.call("post", path, given);
  }

  put<P extends PathOf<"put">>(path: P, ...[given]: Arguments<paths[P]["put"]>): Promise<Answer<paths[P]["put"]>> {
    return this.call("put", path, given);
  }

  patch<P extends PathOf<"patch">>(
    path: P,
    ...[given]: Arguments<paths[P]["patch"]>
  ): Promise<Answer<paths[P]["patch"]>> {
    return this.call("patch", path, given);
  }

  delete<P extends PathOf<"delete">>(
    path: P,
    ...[given]: Arguments<paths[P]["delete"]>
  ): Promise<Answer<paths[P]["delete"]>> {
    return this.call("delete", path, given);
  }

  /** The items of one game, until the match is over. Goes on after every break. */
  follow(game: string, following: Following = {}): AsyncGenerator<GameStreamItem, void> {
    return follow<GameStreamItem>(this, "/v1/games/{game_id}/stream", { game_id: game }, following);
  }

  /** The items of all your games. Goes on after every break, for ever. */
  followAll(following: Following = {}): AsyncGenerator<StreamItem, void> {
    return follow<StreamItem>(this, "/v1/me/stream", {}, following);
  }

  /** A response as it is, for texts, files and entity tags. Throws `Refused`, and what `fetch` throws. */
  async open(method: Method, path: string, given: AnyGiven = {}): Promise<Response> {
    const request = this.request(method, path, given);
    const ask = this.options.fetch ?? ((one: Request) => fetch(one));
    for (let left = this.options.patience ?? 5; ; left--) {
      const response = await ask(request.clone());
      if (response.ok || response.status === 304) return response;
      if (!BUSY.has(response.status) || left <= 0) throw await refused(response);
      await response.body?.cancel();
      await sleep(1000 * Number(response.headers.get("Retry-After") ?? 1), given.signal);
    }
  }

  private async call<Body>(method: Method, path: string, given?: AnyGiven): Promise<Body> {
    const response = await this.open(method, path, given);
    const text = await response.text();
    return decode(text === "" ? undefined : JSON.parse(text), ANSWERS[`${method} ${path}`]) as Body;
  }

  private request(method: Method, path: string, { path: places = {}, query = {}, header = {}, body, signal }: AnyGiven): Request {
    const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(places[name])));
    const asked = new URLSearchParams(texts(query)).toString();
    const headers = new Headers({ Accept: "application/json", ...Object.fromEntries(texts(header)) });
    if (this.options.token !== undefined) headers.set("Authorization", `Bearer ${this.options.token}`);
    if (this.options.language !== undefined) headers.set("Accept-Language", this.options.language);
    if (body !== undefined) headers.set("Content-Type", "application/json");
    return new Request(`${this.address}${filled}${asked === "" ? "" : `?${asked}`}`, {
      method: method.toUpperCase(),
      headers,
      body: body === undefined ? null : encode(body),
      signal: signal ?? null,
    });
  }
}

/** Names and values as text; an object stands for its members (`options` of rules). */
function texts(values: Record<string, unknown>): [string, string][] {
  return Object.entries(values).flatMap(([name, value]): [string, string][] => {
    if (value === undefined || value === null) return [];
    if (typeof value === "object" && !Array.isArray(value)) return texts(value as Record<string, unknown>);
    return [[name, String(value)]];
  });
}
