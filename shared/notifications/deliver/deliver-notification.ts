import type { DeliveryMessage } from "../contract/messages.ts";
import { enqueueOrLeaveToSweep } from "../enqueue-or-leave-to-sweep.ts";
import { beforeAsking, NotAskedError } from "../not-asked-error.ts";
import type { WaitingNotification } from "../ports.ts";
import type { AccountBacklog } from "./account-backlog.ts";
import type { AccountLimiter, Admission } from "./account-limiter.ts";
import { type AttemptDeps, attempt } from "./make-attempt.ts";
import { putBack } from "./outage.ts";

export interface DeliverNotificationDeps extends AttemptDeps {
  readonly limiter: AccountLimiter;
  readonly backlog: AccountBacklog;
}

/** A worker takes waiting notifications of one account for this long only, because messages of other accounts wait meanwhile. */
const TAKES_ON_FOR_MS = 1000;

/**
 * Makes an attempt for the notification of the message, then for those that wait for the same account. The sweep finds notifications that a crash
 * leaves behind.
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
    // The loop also reaches attempts that are added while it waits for earlier ones.
    for (const beside of turn.beside) await beside;
  }
}

interface Turn {
  readonly accountId: string;
  readonly endsAt: number;
  /** Attempts for other notifications of the account. They run at the same time as the attempt for the message's own notification. */
  readonly beside: Promise<void>[];
}

/** Waits a moment for a busy account, or postpones the notification. After that it asks once more, because the account may be free by then. */
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

/**
 * Makes attempts for notifications that wait for the account, one after the other, until the time for this account is over; another worker
 * continues with the remaining ones.
 */
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

/** Starts attempts for further waiting notifications beside the present one, if the account has room for more than one. */
function takeOnBeside(deps: DeliverNotificationDeps, turn: Turn): void {
  if (deps.limiter.hasRoom(turn.accountId)) turn.beside.push(takeOn(deps, turn));
}

/** Never throws, because an error would make the queue repeat another notification's message. The sweep finds the waiting notification. */
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
