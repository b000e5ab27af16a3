import { REPORTS_DELIVERY } from "../../channels/domain/delivery-reports.ts";
import { explanations } from "../../channels/domain/explanations.ts";
import { type ByChannel, leavesAtMs, type Notification, ofChannel } from "../../notifications/domain/notification.ts";
import { type Counter, type CountName, DAY_MS, dayOf, hourOf } from "./counter.ts";
import { bucketOf } from "./duration-buckets.ts";

/** A change of a counter's number by 1, up or down. */
export interface Count {
  readonly counter: Counter;
  readonly name: CountName;
  readonly by: 1 | -1;
  /** The epoch millisecond of the change. */
  readonly atMs: number;
  /** The missing variables, for a counter of mails that lacked some. */
  readonly names?: readonly string[] | undefined;
}

/**
 * Returns how a change of a notification changes its owner's counters: the counts of the state after it, less those of the state before.
 * So all changes of a notification add up to the counts of its last state, and a failure that was redriven is counted no more.
 */
export function countsOf(
  before: Notification | undefined,
  after: Notification,
  reportsDelivery: ByChannel<boolean> = REPORTS_DELIVERY,
): readonly Count[] {
  const was = before ? statesCounts(before, reportsDelivery) : [];
  const is = statesCounts(after, reportsDelivery);
  return [...without(is, was), ...without(was, is).map((one) => ({ ...one, by: -1 as const }))];
}

const without = (some: readonly Count[], others: readonly Count[]): readonly Count[] => {
  const known = new Set(others.map(identityOf));
  return some.filter((one) => !known.has(identityOf(one)));
};
const identityOf = ({ counter, name }: Count): string => JSON.stringify([counter, name]);

function statesCounts(notification: Notification, reportsDelivery: ByChannel<boolean>): readonly Count[] {
  const { createdAt, updatedAt, status } = notification;
  const changedAtMs = Date.parse(updatedAt);
  const deliveredAtMs = deliveredAt(notification, reportsDelivery);
  return [
    inHour("accepted", Date.parse(createdAt)),
    ...absenceOf(notification),
    ...(deliveredAtMs === undefined ? [] : deliveryOf(notification, deliveredAtMs)),
    ...accountCounts(notification, reportsDelivery),
    ...(status === "failed" ? failureOf(notification, changedAtMs) : []),
    ...(status === "canceled" ? [inHour("canceled", changedAtMs)] : []),
  ];
}

const inHour = (name: CountName, atMs: number): Count => ({
  counter: { kind: "hour", fromMs: hourOf(atMs) },
  name,
  by: 1,
  atMs,
});

/** A longer duration is not counted, because the platform's reports may contain any number as a time. */
const LONGEST_DELIVERY_MS = 7 * DAY_MS;

/** Returns when the message was delivered: a mail when the server accepted it, a chat message when the telephone has it. */
function deliveredAt(notification: Notification, reportsDelivery: ByChannel<boolean>): number | undefined {
  const { channel, status, updatedAt, provider = {} } = notification;
  if (status !== "sent") return undefined;
  if (!ofChannel(reportsDelivery, channel)) return Date.parse(updatedAt);
  const reports = [provider.deliveredAtMs, provider.readAtMs].filter((atMs) => atMs !== undefined);
  if (reports.length === 0) return undefined;
  const leftAtMs = leavesAtMs(notification);
  return Math.min(Math.max(Math.min(...reports), leftAtMs), leftAtMs + LONGEST_DELIVERY_MS);
}

const deliveryOf = (notification: Notification, atMs: number): readonly Count[] => [
  inHour("delivered", atMs),
  inHour(`duration:${bucketOf(atMs - leavesAtMs(notification))}`, atMs),
];

/**
 * Counts a mail that left for its account, in the hour in which it left. What was reported of it later is counted in the same hour, so that no hour
 * has more bounces than mails. A mail to several recipients is one mail, and has at most one bounce and one complaint.
 */
function accountCounts(
  { status, channel, accountId, updatedAt, feedback = [] }: Notification,
  reportsDelivery: ByChannel<boolean>,
): readonly Count[] {
  if (status !== "sent" || ofChannel(reportsDelivery, channel)) return [];
  const isBounced = feedback.some(({ kind, type }) => kind === "bounced" && type === "permanent");
  const isComplained = feedback.some(({ kind }) => kind === "complained");
  const leftAtMs = Date.parse(updatedAt);
  return [
    inHour(`mails:${accountId}`, leftAtMs),
    ...(isBounced ? [inHour(`bounces:${accountId}`, leftAtMs)] : []),
    ...(isComplained ? [inHour(`complaints:${accountId}`, leftAtMs)] : []),
  ];
}

function failureOf(notification: Notification, atMs: number): readonly Count[] {
  const { accountId, templateId } = notification;
  const { code } = explanations.explain(notification);
  const counter = { kind: "failure", fromMs: hourOf(atMs), code, accountId, templateId } as const;
  return [inHour("failed", atMs), { counter, name: "count", by: 1, atMs }];
}

function absenceOf({ absent: names = [], templateId, createdAt }: Notification): readonly Count[] {
  if (names.length === 0 || templateId === undefined) return [];
  const atMs = Date.parse(createdAt);
  return [{ counter: { kind: "absence", fromMs: dayOf(atMs), templateId }, name: "count", by: 1, atMs, names }];
}
