import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { call } from "./calls.ts";
import type { Rehearsal } from "./rehearsal.ts";

const DAY_SECONDS = 86_400;
const WITHIN_MS = 60_000;
const POLL_MS = 500;
const TEXT_BYTES = 300_000;

const made = z.looseObject({ key: z.string() });
const clock = z.looseObject({ now: z.iso.datetime(), advanced_seconds: z.int() });
const notification = z.looseObject({ id: z.string(), status: z.string() });
const mails = z.looseObject({
  messages: z.array(
    z.looseObject({ id: z.string(), notification_id: z.string().optional(), received_at: z.iso.datetime() }),
  ),
});
const timeline = z.looseObject({ timeline: z.array(z.looseObject({ event: z.string() })) });
const read = z.looseObject({ text: z.string() });
const SANDBOX = "/api/v1/sandbox/messages";

/**
 * Makes a key of test mode, schedules a mail for the next day, and moves the clock there. The mail is then in the sandbox
 * at once, with the time of the next day. Its bytes are more than a table takes. Another mail bounces.
 */
export async function walkTestMode(rehearsal: Rehearsal, accessToken: string): Promise<void> {
  const json = { name: "Rehearsed tests", mode: "test" };
  const { key } = made.parse(await call(rehearsal, "/panel/api/api-keys", accessToken, json));
  const before = clock.parse(await call(rehearsal, "/api/v1/sandbox/clock", key));
  const sendAt = new Date(Date.parse(before.now) + DAY_SECONDS * 1000).toISOString();
  const body = `A day later.\n${randomBytes(TEXT_BYTES).toString("base64")}`;
  const mail = { recipient: "later@example.test", subject: "In test mode", body, send_at: sendAt };
  const { id } = notification.parse(await call(rehearsal, "/api/v1/notifications", key, mail));
  const moved = clock.parse(await call(rehearsal, "/api/v1/sandbox/clock", key, { advance_seconds: DAY_SECONDS + 60 }));
  if (moved.advanced_seconds !== before.advanced_seconds + DAY_SECONDS + 60)
    throw new Error(`a moved clock is ahead by ${moved.advanced_seconds} s`);
  await until("a mail of test mode is sent", async () => {
    const { status } = notification.parse(await call(rehearsal, `/api/v1/notifications/${id}`, key));
    return status === "sent";
  });
  const { messages } = mails.parse(await call(rehearsal, `${SANDBOX}?to=later@example.test`, key));
  const [first] = messages;
  if (first?.notification_id !== id || first.received_at < sendAt)
    throw new Error(`the sandbox has other mails: ${JSON.stringify(messages)}`);
  const { text } = read.parse(await call(rehearsal, `${SANDBOX}/${first.id}`, key));
  if (!text.startsWith("A day later.")) throw new Error(`a mail of the sandbox reads ${text.slice(0, 100)}`);
  await walkBounce(rehearsal, key);
  await call(rehearsal, SANDBOX, key, undefined, "DELETE");
}

/** Sends a mail that comes back. The worker of the sandbox's queue applies the bounce. */
async function walkBounce(rehearsal: Rehearsal, key: string): Promise<void> {
  const mail = { recipient: "bounce@example.test", subject: "In test mode", body: "It comes back." };
  const { id } = notification.parse(await call(rehearsal, "/api/v1/notifications", key, mail));
  await until("a mail of test mode comes back", async () => {
    const { timeline: told } = timeline.parse(await call(rehearsal, `/api/v1/notifications/${id}/timeline`, key));
    return told.some(({ event }) => event === "bounced");
  });
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  const endsAt = Date.now() + WITHIN_MS;
  while (!(await isSo())) {
    if (Date.now() > endsAt) throw new Error(`not within ${WITHIN_MS / 1000} s: ${what}`);
    await pause(POLL_MS);
  }
}
