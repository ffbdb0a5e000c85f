export type * from "./api.js";
export { Client, type ClientOptions } from "./client.js";
export type { Answer, Given, Method, PathOf } from "./operations.js";
export { Outbox, type Outcome, type OutboxOptions, type Waiting } from "./outbox.js";
export { Refused, type Refusal, type UnknownRefusal } from "./refusals.js";
export { memoryStorage, type OutboxStorage, webStorage } from "./storage.js";
export type { Following } from "./stream.js";
export type { BackOff } from "./time.js";
