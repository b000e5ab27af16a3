import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { jsonIn } from "./json-in.ts";

const REQUEST_MS = 30_000;
const LONGEST_BODY = 300;

export interface Call {
  readonly method: "GET" | "POST" | "DELETE";
  readonly path: string;
  readonly bearer?: string;
  readonly json?: unknown;
  readonly idempotencyKey?: string;
}

export interface Answered {
  readonly status: number;
  readonly text: string;
}

export type Api = (call: Call, signal: AbortSignal) => Promise<Answered>;

/** Returns a function that calls the API at an address. Every call has a time limit. */
export function apiAt(baseUrl: string, ask: typeof fetch = fetch): Api {
  return async ({ method, path, bearer, json, idempotencyKey }, signal) => {
    const headers = new Headers();
    if (bearer !== undefined) headers.set("authorization", `Bearer ${bearer}`);
    if (json !== undefined) headers.set("content-type", "application/json");
    if (idempotencyKey !== undefined) headers.set("idempotency-key", idempotencyKey);
    const answer = await ask(`${baseUrl}${path}`, {
      method,
      headers,
      redirect: "manual",
      signal: AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]),
      body: json === undefined ? null : JSON.stringify(json),
    });
    return { status: answer.status, text: await answer.text() };
  };
}

/** Makes a call and parses its answer. Throws unless it succeeds. */
export async function asked<T>(api: Api, schema: z.ZodType<T>, call: Call, signal: AbortSignal): Promise<T> {
  const { status, text } = await api(call, signal);
  if (status < 200 || status > 299)
    throw new Error(`${call.method} ${call.path} answered ${status}: ${text.slice(0, LONGEST_BODY)}`);
  const read = schema.safeParse(text === "" ? undefined : jsonIn(text));
  if (!read.success) throw new Error(`${call.path} answered ${status} with something else: ${shapeOf(text)}`);
  return read.data;
}

/**
 * Returns the names of an answer's fields without their values, because a success may hold a key or a secret, and
 * others see the report.
 */
function shapeOf(text: string): string {
  const value = jsonIn(text);
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${text.length} characters`;
  return `{${Object.keys(value).join(", ").slice(0, LONGEST_BODY)}}`;
}

export const nothing = z.undefined();

interface Waiting {
  readonly everyMs: number;
  readonly withinMs: number;
  readonly signal: AbortSignal;
  /** Says what did not happen. */
  readonly failure: string;
}

/**
 * Repeats a look until it returns a result. Throws after the time limit, with the last error if the last look failed.
 */
export async function until<T>(
  look: () => Promise<T | undefined>,
  { everyMs, withinMs, signal, failure }: Waiting,
): Promise<T> {
  const endsAt = performance.now() + withinMs;
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    if (performance.now() >= endsAt) throw new Error(`${failure} within ${withinMs / 1000} s`);
    await pause(everyMs, undefined, { signal });
  }
}
