import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Counter } from "../../kernel/metrics.ts";
import { lateByMove } from "../../kernel/owners-time.ts";
import { continueTrace } from "../../kernel/trace.ts";
import type { AcquirePermit, Outlets } from "../channel.ts";
import type { DeliveryMessage } from "../contract/messages.ts";
import { type AttemptOutcome, afterAttempt, type Step } from "../domain/delivery.ts";
import { EARLY_ARRIVAL_MS } from "../domain/lifecycle-change.ts";
import {
  type ClaimedNotification,
  givenTimeMs,
  leavesAtMs,
  ofChannel,
  type TimelineEntry,
} from "../domain/notification.ts";
import { providerAnswer } from "../domain/provider-answer.ts";
import { shortened } from "../domain/timeline.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import { beforeAsking } from "../not-asked-error.ts";
import type { NotificationStore } from "../ports.ts";
import type { Admission } from "./account-limiter.ts";
import { postponedByOutage } from "./outage.ts";

export interface AttemptDeps extends EnqueueDeps {
  readonly channels: Outlets;
  readonly notifications: NotificationStore;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** Waits. It is called with at most `EARLY_ARRIVAL_MS`, which is one second. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** The retry delays grow from this many seconds (D20). */
  readonly backoffBaseSeconds: number;
}

/** An admitted attempt that got no permit is made again after this time. */
const RETRY_SECONDS = 2;

/** Claims the notification, has its channel send it, and records the outcome; false when there was nothing to claim. The sweep mends a crash. */
export async function attempt(deps: AttemptDeps, message: DeliveryMessage, admission: Admission): Promise<boolean> {
  const made = await makeAttempt(deps, message, admission).finally(admission.release);
  if (made === undefined) return false;
  await recordAttempt(deps, made);
  return true;
}

interface MadeAttempt {
  readonly claimed: ClaimedNotification;
  readonly outcome: AttemptOutcome;
  readonly startedAt: number;
}

async function makeAttempt(
  deps: AttemptDeps,
  { owner, id, dueAt }: DeliveryMessage,
  admission: Admission,
): Promise<MadeAttempt | undefined> {
  const claimed = await beforeAsking(() => deps.notifications.claim(owner, id, dueAt));
  // The queue may deliver a message twice: the second copy finds nothing to claim, and that is a success.
  if (claimed === undefined) return undefined;
  // The sweep or a person may have queued the message, but the log lines continue the trace of the accepted request.
  continueTrace(claimed.traceId);
  await waitUntil(givenTimeMs(claimed) ?? 0, deps);
  let startedAt = deps.clock.now();
  const acquire: AcquirePermit = async () => {
    const isGranted = await admission.acquire();
    startedAt = deps.clock.now();
    return isGranted ? undefined : { kind: "postponed", retryInSeconds: RETRY_SECONDS };
  };
  const outcome = await ofChannel(deps.channels, claimed.channel)
    .send(claimed, acquire)
    .catch((error: unknown) => postponedByOutage(deps, claimed, error));
  return { claimed, outcome, startedAt };
}

/** A message may arrive a little before its time, but a notification never leaves early. */
async function waitUntil(departureMs: number, { clock, pause }: Pick<AttemptDeps, "clock" | "pause">): Promise<void> {
  const waitMs = Math.min(EARLY_ARRIVAL_MS, departureMs - clock.now());
  if (waitMs > 0) await pause(waitMs);
}

async function recordAttempt(deps: AttemptDeps, { claimed, outcome, startedAt }: MadeAttempt): Promise<void> {
  const { owner, id, accountId } = claimed;
  const lateSeconds = lateByMove(claimed.attemptDueMs, startedAt) / 1000;
  const policy = { baseSeconds: deps.backoffBaseSeconds, random: deps.identifiers.random(), lateSeconds };
  const step = afterAttempt(claimed, outcome, policy);
  // A postponed attempt was not made, so it leaves no entry.
  const isAttempt = outcome.kind !== "postponed";
  const entry = isAttempt ? timelineEntry(claimed, { outcome, step, startedAt, endedAt: deps.clock.now() }) : undefined;
  const isOurs = await deps.notifications.record(claimed, step, entry);
  report(deps, { claimed, outcome, step, isOurs, startedAt });
  if (isOurs && step.to === "pending")
    await enqueueOrLeaveToSweep(deps, { owner, id, accountId }, Math.max(0, Math.ceil(step.retryInSeconds)));
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
  const isLeftOut = outcome.kind === "left_out";
  const retryAt = step.to === "pending" ? new Date(endedAt + step.retryInSeconds * 1000).toISOString() : undefined;
  const durationMs = endedAt - startedAt;
  return {
    at: new Date(endedAt).toISOString(),
    attempt: isLeftOut ? attempts - 1 : attempts,
    to: step.to,
    durationMs,
    stage,
    code,
    text: shortened(text),
    ...(isInDoubt && { isInDoubt }),
    ...(isLeftOut && { isLeftOut }),
    retryAt,
  };
}

interface Attempt {
  readonly claimed: ClaimedNotification;
  readonly outcome: AttemptOutcome;
  readonly step: Step;
  /** `isOurs` is false when the lease ran out and another worker holds the notification. */
  readonly isOurs: boolean;
  readonly startedAt: number;
}

const COUNTER_OF = { sent: "sent", submitted: "sent", pending: "retried", failed: "failed" } as const;

const counterOf = (step: Step): Counter =>
  step.to === "pending" && step.isPostponed ? "postponed" : COUNTER_OF[step.to];

function report({ log, metrics, clock }: AttemptDeps, attempt: Attempt): void {
  const { claimed, outcome, step, isOurs, startedAt } = attempt;
  const { owner, id, channel, attempts, accountId } = claimed;
  const { stage, code } = outcome.report ?? {};
  const answer = providerAnswer(outcome);
  const milliseconds = clock.now() - startedAt;
  const went = { to: step.to, answer, stage, code, isOurs, durationMs: milliseconds };
  const line = { owner, id, channel, accountId, attempts, ...went };
  if (answer === "taken" && isOurs) log.routine("notification.attempted", line);
  else log.info("notification.attempted", line);
  // The provider's answer is counted even if another worker holds the notification by now.
  if (answer !== undefined) metrics.providerAnswered({ channel, answer, milliseconds });
  if (!isOurs) return;
  metrics.count(counterOf(step));
  // A mail counts as sent when some recipients have it, whatever answer the last attempt got.
  if (step.to === "sent" || answer === "taken") metrics.deliveredAfter(clock.now() - leavesAtMs(claimed), channel);
}
