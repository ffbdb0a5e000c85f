// Types of requests: what each operation of openapi.yaml takes and answers.

import type { paths } from "./api.js";

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** The paths that have such a method. */
export type PathOf<M extends Method> = { [P in keyof paths]: paths[P][M] extends object ? P : never }[keyof paths];

type Parameters<O> = O extends { parameters: infer P } ? Omit<P, "cookie"> : unknown;

type BodyOf<O> = O extends { requestBody: { content: { "application/json": infer B } } }
  ? { body: B }
  : O extends { requestBody?: { content: { "application/json": infer B } } | undefined }
    ? { body?: B }
    : unknown;

/** `path`, `query`, `header` and `body`, as far as the operation has them. */
export type Given<O> = Parameters<O> & BodyOf<O> & { signal?: AbortSignal };

/** They may be left out where all of them are optional. */
export type Arguments<O> = object extends Given<O> ? [given?: Given<O>] : [given: Given<O>];

type Json<R> = R extends { content: { "application/json": infer B } } ? B : undefined;

/** The body of a success. */
export type Answer<O> = O extends { responses: infer R } ? Json<R[keyof R & (200 | 201 | 202)]> : never;

/** What any operation can be given. */
export interface AnyGiven {
  path?: Record<string, unknown> | undefined;
  query?: Record<string, unknown> | undefined;
  header?: Record<string, unknown> | undefined;
  body?: unknown;
  signal?: AbortSignal | undefined;
}
