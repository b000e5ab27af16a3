import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Counter } from "../kernel/metrics.ts";
import { continueTrace } from "../kernel/trace.ts";
import type { AccountLimiter, Admission } from "./account-limiter.ts";
import type { AcquirePermit, Outlets } from "./channel.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import { type AttemptOutcome, afterAttempt, type Step } from "./domain/delivery.ts";
import { EARLY_ARRIVAL_MS } from "./domain/lifecycle-change.ts";
import { type ClaimedNotification, givenTimeMs, leavesAtMs, type TimelineEntry } from "./domain/notification.ts";
import { providerAnswer } from "./domain/provider-answer.ts";
import { shortened } from "./domain/timeline.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";
import { beforeAsking } from "./not-asked-error.ts";
import { postponedByOutage, putBack } from "./outage.ts";
import type { NotificationStore } from "./ports.ts";

export interface DeliverNotificationDeps extends EnqueueDeps {
  readonly channels: Outlets;
  readonly notifications: NotificationStore;
  readonly limiter: AccountLimiter;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** A second at the most. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** The base of the retry delay (D20), in seconds. */
  readonly backoffBaseSeconds: number;
}

/**
 * One attempt, from claim to record. A crash after the claim leaves a lease that runs out; a crash after `record` leaves a
 * notification that is due: the sweep finds both.
 */
export async function deliverNotification(deps: DeliverNotificationDeps, message: DeliveryMessage): Promise<void> {
  const admission = await deps.limiter.admit(message.accountId);
  try {
    if (admission.kind === "full") return await postpone(deps, message, admission.retryInSeconds);
    const attempt = await makeAttempt(deps, message, admission).finally(admission.release);
    if (attempt !== undefined) await recordAttempt(deps, attempt);
  } catch (error) {
    await putBack(deps, message, error);
  }
}

/**
 * Its account is busy: others get this place, and the message goes back, with nothing claimed and no attempt counted. Where another
 * message speaks for the notification this one ends, so that a backlog does not multiply its messages.
 */
async function postpone(deps: DeliverNotificationDeps, message: DeliveryMessage, delaySeconds: number): Promise<void> {
  const { owner, id, accountId } = message;
  const postponement = { dueAt: message.dueAt, delayMs: delaySeconds * 1000 };
  const dueAt = await beforeAsking(() => deps.notifications.postpone({ owner, id }, postponement));
  if (dueAt !== undefined) await enqueueOrLeaveToSweep(deps, { owner, id, accountId, dueAt }, delaySeconds);
}

interface MadeAttempt {
  readonly claimed: ClaimedNotification;
  readonly outcome: AttemptOutcome;
  readonly startedAt: number;
}

async function makeAttempt(
  deps: DeliverNotificationDeps,
  { owner, id, dueAt }: DeliveryMessage,
  admission: Admission,
): Promise<MadeAttempt | undefined> {
  const claimed = await beforeAsking(() => deps.notifications.claim(owner, id, dueAt));
  // The queue delivers at least once: a second copy finds nothing to claim, and that is success.
  if (claimed === undefined) return undefined;
  // The sweep, or a person who put it back, may have sent the message.
  continueTrace(claimed.traceId);
  await waitUntil(givenTimeMs(claimed) ?? 0, deps);
  let startedAt = deps.clock.now();
  const acquire: AcquirePermit = async () => {
    const answer = await admission.acquire();
    startedAt = deps.clock.now();
    return answer.kind === "full" ? { kind: "postponed", retryInSeconds: answer.retryInSeconds } : undefined;
  };
  const outcome = await deps.channels[claimed.channel]
    .send(claimed, acquire)
    .catch((error: unknown) => postponedByOutage(deps, claimed, error));
  return { claimed, outcome, startedAt };
}

/** A message may come a little before its time, and no notification leaves before its own. */
async function waitUntil(
  departureMs: number,
  { clock, pause }: Pick<DeliverNotificationDeps, "clock" | "pause">,
): Promise<void> {
  const waitMs = Math.min(EARLY_ARRIVAL_MS, departureMs - clock.now());
  if (waitMs > 0) await pause(waitMs);
}

async function recordAttempt(
  deps: DeliverNotificationDeps,
  { claimed, outcome, startedAt }: MadeAttempt,
): Promise<void> {
  const { owner, id, accountId } = claimed;
  const policy = { baseSeconds: deps.backoffBaseSeconds, random: deps.identifiers.random() };
  const step = afterAttempt(claimed, outcome, policy);
  // Postponing is no attempt, and leaves no entry.
  const isAttempt = outcome.kind !== "postponed";
  const entry = isAttempt ? timelineEntry(claimed, { outcome, step, startedAt, endedAt: deps.clock.now() }) : undefined;
  const isOurs = await deps.notifications.record(claimed, step, entry);
  report(deps, { claimed, outcome, step, isOurs, startedAt });
  if (isOurs && step.to === "pending")
    await enqueueOrLeaveToSweep(deps, { owner, id, accountId }, Math.ceil(step.retryInSeconds));
}

interface FinishedAttempt {
  readonly outcome: AttemptOutcome;
  readonly step: Step;
  readonly startedAt: number;
  readonly endedAt: number;
}

function timelineEntry(
  { attempts }: ClaimedNotification,
  { outcome, step, startedAt, endedAt }: FinishedAttempt,
): TimelineEntry {
  const { stage, code, text, isInDoubt } = outcome.report ?? {};
  const retryAt = step.to === "pending" ? new Date(endedAt + step.retryInSeconds * 1000).toISOString() : undefined;
  const durationMs = endedAt - startedAt;
  return {
    at: new Date(endedAt).toISOString(),
    attempt: attempts,
    to: step.to,
    durationMs,
    stage,
    code,
    text: shortened(text),
    ...(isInDoubt && { isInDoubt }),
    retryAt,
  };
}

interface Attempt {
  readonly claimed: ClaimedNotification;
  readonly outcome: AttemptOutcome;
  readonly step: Step;
  /** False when the lease ran out and another worker holds the notification. */
  readonly isOurs: boolean;
  readonly startedAt: number;
}

const COUNTER_OF = { sent: "sent", submitted: "sent", pending: "retried", failed: "failed" } as const;

const counterOf = (step: Step): Counter =>
  step.to === "pending" && step.isPostponed ? "postponed" : COUNTER_OF[step.to];

function report({ log, metrics, clock }: DeliverNotificationDeps, attempt: Attempt): void {
  const { claimed, outcome, step, isOurs, startedAt } = attempt;
  const { owner, id, channel, attempts, accountId } = claimed;
  const { stage, code } = outcome.report ?? {};
  const answer = providerAnswer(outcome);
  const milliseconds = clock.now() - startedAt;
  const went = { to: step.to, answer, stage, code, isOurs, durationMs: milliseconds };
  log.info("notification.attempted", { owner, id, channel, accountId, attempts, ...went });
  // The provider was asked, also where another worker holds the notification by now.
  if (answer !== undefined) metrics.providerAnswered({ channel, answer, milliseconds });
  if (!isOurs) return;
  metrics.count(counterOf(step));
  // A mail that some of its recipients have is sent, whatever the last attempt was answered.
  if (step.to === "sent" || answer === "taken") metrics.deliveredAfter(clock.now() - leavesAtMs(claimed), channel);
}
