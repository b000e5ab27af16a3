import type { KeptEvent } from "../events/contract/kept-event.ts";
import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { cutToBytes } from "../kernel/network/provider-message.ts";
import { lateByMove } from "../kernel/owners-time.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { aboutOf } from "./domain/event-about.ts";
import type { Tried } from "./domain/health.ts";
import { nextTryAtMs } from "./domain/schedule.ts";
import type { Webhook } from "./domain/webhook.ts";
import type { WebhookDelivery } from "./domain/webhook-delivery.ts";
import type { WebhookAnswer, WebhookLog, WebhookSender } from "./ports.ts";
import { signingSecrets } from "./signing-secrets.ts";

export interface TryEventDeps {
  readonly webhookLog: Pick<WebhookLog, "note">;
  readonly webhookSender: WebhookSender;
  readonly secretBox: Pick<SecretBox, "open">;
  readonly clock: Clock;
  /** The grace period of a secret is in real time. */
  readonly realClock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
}

/** An event that is to be posted to a webhook. */
export interface Job {
  readonly eventId: string;
  readonly type: string;
  readonly position: number;
  /** The event; undefined when the feed no longer keeps it. */
  readonly event: KeptEvent | undefined;
  readonly attempt: number;
  /** The time at which the pending try was due that this job makes; absent when there was none. */
  readonly pendingAtMs?: number | undefined;
}

/** The log keeps the first KB of an answer (D40c). */
const LOGGED_BYTES = 1024;

/** The result when no request could be made yet, so that the event still waits for its try. */
export interface PostponedTry {
  readonly retryInSeconds: number;
}

/** Makes one try and notes it in the log; undefined when the event is no longer kept, so that no request is made. */
export async function tryEvent(
  deps: TryEventDeps,
  webhook: Webhook,
  job: Job,
): Promise<Tried | PostponedTry | undefined> {
  const { webhookLog, webhookSender, secretBox, clock, realClock, identifiers } = deps;
  const { eventId, type, position, event, attempt, pendingAtMs } = job;
  const atMs = clock.now();
  const about = event && aboutOf(event.data);
  const facts = { eventId, type, position, attempt, ...(about !== undefined && { about }) };
  if (event === undefined) {
    const made = { ...facts, status: "failed", atMs, error: "the event is no longer kept" } as const;
    await webhookLog.note(webhook.id, { made, pendingAtMs });
    return undefined;
  }
  const secrets = await signingSecrets(secretBox, webhook, realClock.now());
  const { owner, url } = webhook;
  const answer = await webhookSender.send({ owner, url, eventId, body: JSON.stringify(event), secrets });
  if (answer.kind === "postponed") return { retryInSeconds: answer.retryInSeconds };
  const made: WebhookDelivery = { ...facts, atMs, ...outcomeOf(answer) };
  const isSuccess = made.status === "success";
  const lateMs = lateByMove(pendingAtMs, atMs);
  const nextAtMs = isSuccess ? undefined : nextTryAtMs(attempt, clock.now() - lateMs, identifiers.random());
  const next = { ...facts, attempt: attempt + 1, status: "pending" } as const;
  await webhookLog.note(webhook.id, {
    made,
    ...(pendingAtMs !== undefined && { pendingAtMs }),
    ...(nextAtMs !== undefined && { next: { ...next, atMs: nextAtMs } }),
  });
  return { isSuccess, statusCode: made.statusCode, atMs: atMs - lateMs, durationMs: answer.durationMs };
}

function outcomeOf(
  answer: Exclude<WebhookAnswer, { kind: "postponed" }>,
): Pick<WebhookDelivery, "status" | "statusCode" | "durationMs" | "body" | "error"> {
  const { durationMs } = answer;
  if (answer.kind === "unanswered")
    return { status: "failed", durationMs, error: cutToBytes(answer.error, LOGGED_BYTES) };
  const { statusCode } = answer;
  const status = statusCode >= 200 && statusCode < 300 ? "success" : "failed";
  return { status, statusCode, durationMs, body: cutToBytes(answer.body, LOGGED_BYTES) };
}
