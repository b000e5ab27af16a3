import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Counter } from "../kernel/metrics.ts";
import { continueTrace } from "../kernel/trace.ts";
import type { AccountBacklog } from "./account-backlog.ts";
import type { AccountLimiter, Admission } from "./account-limiter.ts";
import type { AcquirePermit, Outlets } from "./channel.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import { type AttemptOutcome, afterAttempt, type Step } from "./domain/delivery.ts";
import { EARLY_ARRIVAL_MS } from "./domain/lifecycle-change.ts";
import { type ClaimedNotification, givenTimeMs, leavesAtMs, type TimelineEntry } from "./domain/notification.ts";
import { providerAnswer } from "./domain/provider-answer.ts";
import { shortened } from "./domain/timeline.ts";
import { type EnqueueDeps, enqueueOrLeaveToSweep } from "./enqueue-or-leave-to-sweep.ts";
import { beforeAsking, NotAskedError } from "./not-asked-error.ts";
import { postponedByOutage, putBack } from "./outage.ts";
import type { NotificationStore, WaitingNotification } from "./ports.ts";

export interface DeliverNotificationDeps extends EnqueueDeps {
  readonly channels: Outlets;
  readonly notifications: NotificationStore;
  readonly limiter: AccountLimiter;
  readonly backlog: AccountBacklog;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  /** A second at the most. */
  readonly pause: (milliseconds: number) => Promise<unknown>;
  /** The base of the retry delay (D20), in seconds. */
  readonly backoffBaseSeconds: number;
}

/** After it, what waits is left to others: a worker that goes on for long keeps messages of other accounts waiting. */
const TAKES_ON_FOR_MS = 1000;
/** Of an attempt that was admitted and did not get its permit. */
const RETRY_SECONDS = 2;

/**
 * One attempt for the notification of the message, from claim to record, and then one after the other for those that wait for the same
 * account. A crash after the claim leaves a lease that runs out; a crash after `record` leaves a notification that is due: the sweep finds
 * both, and what waits, when nobody takes it.
 */
export async function deliverNotification(deps: DeliverNotificationDeps, message: DeliveryMessage): Promise<void> {
  const { owner, id, accountId, dueAt } = message;
  const turn: Turn = { accountId, endsAt: deps.clock.now() + TAKES_ON_FOR_MS, beside: [] };
  if (message.isBacklog) deps.backlog.takeOver(accountId);
  const admission = deps.limiter.admit(accountId, message.isBacklog) ?? (await admittedLate(deps, message));
  if (admission === undefined) return;
  takeOnBeside(deps, turn);
  try {
    await attempt(deps, { owner, id, accountId, dueAt }, admission);
  } catch (error) {
    await putBack(deps, message, error);
  } finally {
    await takeOn(deps, turn);
    // One by one: more may be added while these are awaited.
    for (const beside of turn.beside) await beside;
  }
}

/** What one message sets off. */
interface Turn {
  readonly accountId: string;
  readonly endsAt: number;
  /** Others of the account, sent side by side with its own. */
  readonly beside: Promise<void>[];
}

/**
 * The account is busy: the message waits a moment, unless others wait already. Then the notification waits, with nothing claimed and no
 * attempt counted, and its message ends. The worker that becomes free takes it; one that became free while this was written has not seen it.
 */
async function admittedLate(deps: DeliverNotificationDeps, message: DeliveryMessage): Promise<Admission | undefined> {
  const { owner, id, accountId, dueAt } = message;
  const soon = deps.backlog.has(accountId) ? undefined : await deps.limiter.admitSoon(accountId);
  if (soon !== undefined) return soon;
  try {
    const waits = () => deps.notifications.postpone({ owner, id }, { accountId, dueAt });
    if (!(await beforeAsking(waits))) return undefined;
  } catch (error) {
    await putBack(deps, message, error);
    return undefined;
  }
  const admission = deps.limiter.admit(accountId, true);
  if (admission === undefined) deps.backlog.add({ owner, id, accountId });
  return admission;
}

/** Takes on what waits for the account, one after the other. What is left when the time is over goes to another worker. */
async function takeOn(deps: DeliverNotificationDeps, turn: Turn): Promise<void> {
  const { accountId, endsAt } = turn;
  while (deps.limiter.hasRoom(accountId)) {
    const waiting = await deps.backlog.next(accountId);
    if (waiting === undefined) return;
    if (deps.clock.now() >= endsAt) return handOver(deps, waiting);
    const admission = deps.limiter.admit(accountId, true);
    if (admission === undefined) return deps.backlog.giveBack(waiting);
    takeOnBeside(deps, turn);
    await attemptOfWaiting(deps, waiting, admission).finally(() => deps.backlog.done(waiting));
  }
}

async function handOver(deps: DeliverNotificationDeps, waiting: WaitingNotification): Promise<void> {
  if (!deps.backlog.mayHandOver(waiting.accountId)) return deps.backlog.giveBack(waiting);
  await enqueueOrLeaveToSweep(deps, { ...waiting, isBacklog: true });
  deps.backlog.done(waiting);
}

/** The account may have become free for more than this one. */
function takeOnBeside(deps: DeliverNotificationDeps, turn: Turn): void {
  if (deps.limiter.hasRoom(turn.accountId)) turn.beside.push(takeOn(deps, turn));
}

/** Never fails: the message that the worker was called with is not to blame. It goes on as any that comes from the queue, or is left to the sweep. */
async function attemptOfWaiting(
  deps: DeliverNotificationDeps,
  waiting: WaitingNotification,
  admission: Admission,
): Promise<void> {
  const { owner, id } = waiting;
  try {
    if (!(await attempt(deps, waiting, admission)))
      await beforeAsking(() => deps.notifications.endWaiting({ owner, id }));
  } catch (error) {
    const wasNotAsked = error instanceof NotAskedError;
    if (wasNotAsked && (await isPutBack(deps, waiting, error))) return;
    deps.log.error("notification.not_delivered", wasNotAsked ? error.cause : error, { owner, id });
    await enqueueOrLeaveToSweep(deps, waiting);
  }
}

const isPutBack = (...args: Parameters<typeof putBack>): Promise<boolean> =>
  putBack(...args).then(
    () => true,
    () => false,
  );

/** Answers whether the notification was there to be claimed. */
async function attempt(
  deps: DeliverNotificationDeps,
  message: DeliveryMessage,
  admission: Admission,
): Promise<boolean> {
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
    const isGranted = await admission.acquire();
    startedAt = deps.clock.now();
    return isGranted ? undefined : { kind: "postponed", retryInSeconds: RETRY_SECONDS };
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
