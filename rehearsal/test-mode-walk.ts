import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { call } from "./calls.ts";
import type { Rehearsal } from "./rehearsal.ts";

const DAY_SECONDS = 86_400;
const WITHIN_MS = 60_000;
const POLL_MS = 500;

const made = z.looseObject({ key: z.string() });
const clock = z.looseObject({ now: z.iso.datetime(), advanced_seconds: z.int() });
const notification = z.looseObject({ id: z.string(), status: z.string(), created_at: z.iso.datetime().optional() });

/** Makes a key of test mode, schedules a mail for the next day, and moves the clock there. The mail then leaves at once. */
export async function walkTestMode(rehearsal: Rehearsal, accessToken: string): Promise<void> {
  const json = { name: "Rehearsed tests", mode: "test" };
  const { key } = made.parse(await call(rehearsal, "/panel/api/api-keys", accessToken, json));
  const before = clock.parse(await call(rehearsal, "/api/v1/sandbox/clock", key));
  const sendAt = new Date(Date.parse(before.now) + DAY_SECONDS * 1000).toISOString();
  const mail = { recipient: "later@example.test", subject: "In test mode", body: "A day later.", send_at: sendAt };
  const { id } = notification.parse(await call(rehearsal, "/api/v1/notifications", key, mail));
  const moved = clock.parse(await call(rehearsal, "/api/v1/sandbox/clock", key, { advance_seconds: DAY_SECONDS + 60 }));
  if (moved.advanced_seconds !== before.advanced_seconds + DAY_SECONDS + 60)
    throw new Error(`a moved clock is ahead by ${moved.advanced_seconds} s`);
  await isSent(rehearsal, key, id);
}

async function isSent(rehearsal: Rehearsal, key: string, id: string): Promise<void> {
  const endsAt = Date.now() + WITHIN_MS;
  for (;;) {
    const { status } = notification.parse(await call(rehearsal, `/api/v1/notifications/${id}`, key));
    if (status === "sent") return;
    if (Date.now() > endsAt) throw new Error(`a mail of test mode is ${status} after its clock was moved`);
    await pause(POLL_MS);
  }
}
