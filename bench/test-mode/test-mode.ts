import * as z from "zod";
import type { BenchedStack } from "../local-stack.ts";

const BATCH = 100;
const HOUR_SECONDS = 3600;
const CALL_MS = 60_000;

const made = z.looseObject({ key: z.string() });
const token = z.looseObject({ access_token: z.string() });
const clock = z.looseObject({ now: z.iso.datetime() });
const listed = z.looseObject({ notifications: z.array(z.unknown()) });

export async function call(stack: BenchedStack, path: string, bearer: string, json?: object): Promise<unknown> {
  const response = await fetch(`${stack.base_url}${path}`, {
    method: json === undefined ? "GET" : "POST",
    headers: { authorization: `Bearer ${bearer}`, ...(json && { "content-type": "application/json" }) },
    ...(json && { body: JSON.stringify(json) }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}

export const mailTo = (recipient: string) => ({
  channel: "email",
  recipient,
  subject: "A probe",
  body: "Good morning.",
});

/** Makes a key of test mode for the demo owner. */
export async function testKey(stack: BenchedStack): Promise<string> {
  const response = await fetch(`${stack.auth_url}/dev/token`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ sub: "tester" }),
    signal: AbortSignal.timeout(CALL_MS),
  });
  const { access_token: bearer } = token.parse(await response.json());
  return made.parse(await call(stack, "/panel/api/api-keys", bearer, { name: "bench", mode: "test" })).key;
}

/** Schedules so many mails of test mode for one second, an hour ahead. */
export async function schedule(stack: BenchedStack, key: string, count: number): Promise<void> {
  const { now } = clock.parse(await call(stack, "/api/v1/sandbox/clock", key));
  const sendAt = new Date(Date.parse(now) + HOUR_SECONDS * 1000).toISOString();
  for (let sent = 0; sent < count; sent += BATCH) {
    const notifications = Array.from({ length: Math.min(BATCH, count - sent) }, (_, i) => ({
      ...mailTo(`test${i}@example.test`),
      send_at: sendAt,
    }));
    await call(stack, "/api/v1/notifications/batch", key, { notifications });
  }
}

/** Moves the clock two hours, so that what is scheduled becomes due. */
export const makeDue = (stack: BenchedStack, key: string): Promise<unknown> =>
  call(stack, "/api/v1/sandbox/clock", key, { advance_seconds: 2 * HOUR_SECONDS });

/** True when a notification of this status is left. */
export async function hasAny(stack: BenchedStack, key: string, status: string): Promise<boolean> {
  const path = `/api/v1/notifications?status=${status}&limit=1`;
  return listed.parse(await call(stack, path, key)).notifications.length > 0;
}
