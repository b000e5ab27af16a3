import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import { type Check, failed, runChecks } from "../doctor/check.ts";
import { agentAndFiles } from "./agent-and-files.ts";
import {
  type Answer,
  read,
  type Send,
  type SmokeTarget,
  type SmokeTools,
  type Step,
  sender,
  shown,
  stepsThat,
  type Way,
} from "./steps.ts";

/** A poll every second would use up the rate limit. */
const POLL_MS = 2000;

const named = z.looseObject({ name: z.string(), status: z.string() });
const refused = z.looseObject({ error: z.string() });
const accepted = z.looseObject({ id: z.string(), status: z.string() });
const notification = z.looseObject({ status: z.string(), attempts: z.int(), last_error: z.string().optional() });
type Notification = z.output<typeof notification>;

/** Sends an email as any caller would. Throws a `SmokeError` at the first step that fails. */
export async function smoke(target: SmokeTarget, tools: SmokeTools): Promise<void> {
  const send = sender(target.url.replace(/\/+$/, ""), tools);
  const step = stepsThat(tools);
  await step("is alive", async () => expect200(await send("GET", "/health/live")));
  await step("is ready", async () => expect200(await send("GET", "/health/ready")));
  await step("says its status", async () => {
    const { name, status } = read(named, await send("GET", "/api/v1/status"), 200);
    return `${name} is ${status}`;
  });
  await step("refuses a wrong key", async () => {
    const path = "/api/v1/notifications/00000000-0000-4000-8000-000000000000";
    return read(refused, await send("GET", path, { key: "wrong" }), 401).error;
  });
  const id = await accept(send, step, { target, tools });
  await step("delivers", () => walk(send, id, { target, tools }));
  await agentAndFiles(send, step, { target, tools });
  for (const check of target.checks ?? []) await step(check.name, () => seenBy(check));
}

async function seenBy(check: Check): Promise<string> {
  const [{ result, seen, advice } = failed("it was not looked at", "run it again")] = await runChecks([check]);
  if (result === "failed") throw new Error(`${seen} -> ${advice}`);
  return result === "ok" ? seen : `${result}: ${seen}`;
}

/** Sends the same key and body twice, which must create only one notification (D24). */
async function accept(send: Send, step: Step, { target, tools }: Way): Promise<string> {
  const subject = `Herald smoke test ${tools.mark}`;
  const json = { recipient: target.to, subject, body: "This deployment of Herald accepts and delivers." };
  const ask = () => send("POST", "/api/v1/notifications", { key: target.key, json });
  const id = await step("accepts an email", async () => read(accepted, await ask(), 202).id);
  await step("accepts it only once", async () => {
    const again = read(accepted, await ask(), 202).id;
    if (again !== id) throw new Error(`the same idempotency key made a second notification, ${again}`);
    return again;
  });
  return id;
}

async function walk(send: Send, id: string, { target, tools }: Way): Promise<string> {
  const endsAt = tools.now() + target.withinMs;
  const seen: string[] = [];
  for (;;) {
    const found = await send("GET", `/api/v1/notifications/${id}`, { key: target.key });
    // A 429 says nothing about the notification, so the status is read again later.
    const current = found.status === 429 ? undefined : read(notification, found, 200);
    note(current?.status, seen);
    if (isAtItsEnd(current, seen)) return seen.join(" -> ");
    if (tools.now() >= endsAt)
      throw new Error(`not sent within ${target.withinMs / 1000} s: ${progressText(seen, current)}`);
    await pause(tools.pollMs ?? POLL_MS);
  }
}

function note(status: string | undefined, seen: string[]): void {
  if (status !== undefined && status !== seen.at(-1)) seen.push(status);
}

function isAtItsEnd(current: Notification | undefined, seen: readonly string[]): boolean {
  if (current?.status === "failed") throw new Error(progressText(seen, current));
  return current?.status === "sent";
}

const progressText = (seen: readonly string[], current: Notification | undefined): string =>
  `${seen.join(" -> ") || "no status"}${current?.last_error ? `, last error: ${current.last_error}` : ""}`;

function expect200({ status, body }: Answer): string {
  if (status !== 200) throw new Error(`answered ${status} ${shown(body)}`);
  return "200";
}
