import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Rehearsal } from "./rehearsal.ts";

const CALL_MS = 30_000;
const saved = z.looseObject({ id: z.string() });

const MOST_TRIES = 20;
/** The limit lets one more request through each second, so the minute that its answer names is longer than needed. */
const LIMITED_MS = 3_000;
const TOO_MANY = 429;

/** Repeats a request that the rate limit refused. */
export async function patiently(send: () => Promise<Response>, pauseMs = LIMITED_MS): Promise<Response> {
  for (let tries = 1; ; tries++) {
    const response = await send();
    if (response.status !== TOO_MANY || tries === MOST_TRIES) return response;
    await response.body?.cancel();
    await pause(pauseMs);
  }
}

type Method = "GET" | "POST" | "DELETE";

/** Sends a request through the front door. */
export const ask = (
  { baseUrl }: Rehearsal,
  path: string,
  bearer: string,
  json?: object,
  method?: Method,
): Promise<Response> =>
  patiently(() =>
    fetch(`${baseUrl}${path}`, {
      method: method ?? (json === undefined ? "GET" : "POST"),
      headers: { authorization: `Bearer ${bearer}`, ...(json && { "content-type": "application/json" }) },
      ...(json && { body: JSON.stringify(json) }),
      signal: AbortSignal.timeout(CALL_MS),
    }),
  );

/** Sends a request and throws unless it succeeds. */
export async function call(
  rehearsal: Rehearsal,
  path: string,
  bearer: string,
  json?: object,
  method?: Method,
): Promise<unknown> {
  const response = await ask(rehearsal, path, bearer, json, method);
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return text === "" ? undefined : JSON.parse(text);
}

/** Saves an email template with this text and returns its id. */
export const saveTemplate = async (rehearsal: Rehearsal, bearer: string, body: string): Promise<string> =>
  saved.parse(
    await call(rehearsal, "/api/v1/templates", bearer, { name: randomUUID(), subject: "s", body, body_type: "text" }),
  ).id;
