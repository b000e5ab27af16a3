import { isUndecided } from "./approval.ts";
import type { Explanation, Explanations } from "./explanation/explain.ts";
import { type ChannelName, leavesAtMs, type Notification } from "./notification.ts";

export const OVERVIEW_HOURS = 24;
const HOUR_MS = 3_600_000;

export interface HourCount {
  readonly from: string;
  readonly accepted: number;
  readonly sent: number;
  readonly failed: number;
}

export interface AccountHealth {
  readonly accountId: string;
  readonly channel: ChannelName;
  readonly sent: number;
  readonly failed: number;
  /** The number of notifications that wait for a retry. */
  readonly retrying: number;
  /** `isFailing` is true when the account's last delivery or attempt did not work. */
  readonly isFailing: boolean;
  readonly lastError: string;
  readonly explanation: Explanation;
  /** The id of the notification that had the account's last error. */
  readonly lastProblemId: string;
}

export interface Overview {
  readonly from: string;
  readonly hours: readonly HourCount[];
  /** The number of notifications that could leave now. */
  readonly waiting: number;
  /** The number of notifications whose time to send is still ahead. */
  readonly scheduled: number;
  readonly oldestWaiting?: Notification | undefined;
  /** The accounts that could not be used; those that fail now come first. A refused recipient is no problem of its account. */
  readonly accountsWithProblems: readonly AccountHealth[];
}

/** Returns the beginning of the overview, which shows the full hours of the last day and the current hour. */
export const overviewStart = (now: number): number =>
  Math.floor(now / HOUR_MS) * HOUR_MS - (OVERVIEW_HOURS - 1) * HOUR_MS;

/** Counts the notifications of the last day. It counts each as accepted in the hour of acceptance, and as sent or failed in that of its end. */
export function overviewOf(
  notifications: readonly Notification[],
  now: number,
  { explain }: Pick<Explanations, "explain">,
): Overview {
  // What waits for a person is neither late nor planned.
  const released = notifications.filter((one) => !isUndecided(one));
  const open = released.filter(({ status }) => status === "pending" || status === "processing");
  const waiting = open.filter((one) => leavesAtMs(one) <= now);
  const oldestWaiting = waiting.toSorted((a, b) => leavesAtMs(a) - leavesAtMs(b))[0];
  const start = overviewStart(now);
  return {
    from: new Date(start).toISOString(),
    hours: countByHour(notifications, start),
    waiting: waiting.length,
    scheduled: open.length - waiting.length,
    oldestWaiting,
    accountsWithProblems: accountsWithProblems(notifications, explain),
  };
}

function countByHour(notifications: readonly Notification[], start: number): HourCount[] {
  const hours = Array.from({ length: OVERVIEW_HOURS }, (_, hour) => ({
    from: new Date(start + hour * HOUR_MS).toISOString(),
    accepted: 0,
    sent: 0,
    failed: 0,
  }));
  const hourOf = (at: string) => hours[Math.floor((Date.parse(at) - start) / HOUR_MS)];
  for (const { status, createdAt, updatedAt } of notifications) {
    const [begun, ended] = [hourOf(createdAt), hourOf(updatedAt)];
    if (begun) begun.accepted++;
    if (ended && (status === "sent" || status === "failed")) ended[status]++;
  }
  return hours;
}

/** At these stages a mail server speaks of one recipient or one mail, so the account is not to blame. */
const MAIL_STAGES_OF_ONE_MAIL: ReadonlySet<string | undefined> = new Set(["recipients", "content"]);

function isAccountProblem({ status, lastError, history = [] }: Notification): boolean {
  const hasFailed = status === "failed" || (status === "pending" && Boolean(lastError));
  return hasFailed && !MAIL_STAGES_OF_ONE_MAIL.has(history.at(-1)?.stage);
}

function accountsWithProblems(
  notifications: readonly Notification[],
  explain: Explanations["explain"],
): AccountHealth[] {
  const byAccount = Map.groupBy(notifications, ({ accountId }) => accountId);
  return [...byAccount.values()]
    .flatMap((own) => healthOf(own, explain) ?? [])
    .toSorted((a, b) => Number(b.isFailing) - Number(a.isFailing) || b.failed - a.failed);
}

function healthOf(own: readonly Notification[], explain: Explanations["explain"]): AccountHealth | undefined {
  const latestFirst = own
    .filter((one) => one.status === "sent" || isAccountProblem(one))
    .toSorted((a, b) => b.updatedAt.localeCompare(a.updatedAt));
  const last = latestFirst.find(isAccountProblem);
  if (last === undefined) return undefined;
  const ofStatus = (status: Notification["status"]) => latestFirst.filter((one) => one.status === status).length;
  return {
    accountId: last.accountId,
    channel: last.channel,
    sent: ofStatus("sent"),
    failed: ofStatus("failed"),
    retrying: ofStatus("pending"),
    isFailing: latestFirst[0] === last,
    lastError: last.lastError ?? "",
    explanation: explain(last),
    lastProblemId: last.id,
  };
}
