import { TURNS, type Turn } from "./counter.ts";
import { type Durations, promisedShare, quantileMs } from "./duration-buckets.ts";
import type { FailureFigures, HourFigures } from "./figures.ts";
import type { Stretch } from "./period.ts";

export interface Totals extends Readonly<Record<Turn, number>> {
  /**
   * The share of delivered messages among delivered and failed ones, from 0 to 1. The share and the next three figures are undefined without
   * messages.
   */
  readonly deliveredShare?: number | undefined;
  /** Half of the messages were delivered within this time. */
  readonly halfWithinMs?: number | undefined;
  /** 95 of 100 messages were delivered within this time. */
  readonly mostWithinMs?: number | undefined;
  /** The share that was delivered within ten seconds, from 0 to 1. */
  readonly promisedShare?: number | undefined;
}

export interface Point extends Totals {
  readonly fromMs: number;
}

/** The template or the account that has the largest number of the failures with one reason. */
export interface Share {
  readonly id: string;
  readonly count: number;
}

export interface FailureReason {
  readonly code: string;
  readonly count: number;
  readonly firstAtMs: number;
  readonly lastAtMs: number;
  /**
   * The template of most failures; absent when most failures had no template. In the figures of all owners together, template and account are
   * absent.
   */
  readonly template?: Share | undefined;
  readonly account?: Share | undefined;
}

export interface Statistics {
  readonly stretch: Stretch;
  readonly totals: Totals;
  readonly previous?: Totals | undefined;
  /** The points, oldest first, without a gap. */
  readonly series: readonly Point[];
  /** The reasons of failures, the most frequent first. */
  readonly reasons: readonly FailureReason[];
  /** False when there were more figures than are read: older ones are missing. */
  readonly isComplete: boolean;
}

const MOST = 0.95;

export function totalsOf(hours: readonly HourFigures[]): Totals {
  const sum = (turn: Turn): number =>
    Math.max(
      0,
      hours.reduce((total, hour) => total + hour[turn], 0),
    );
  const [accepted, delivered, failed, canceled] = TURNS.map(sum);
  const turns = { accepted: accepted ?? 0, delivered: delivered ?? 0, failed: failed ?? 0, canceled: canceled ?? 0 };
  const durations = durationsOf(hours);
  const ended = turns.delivered + turns.failed;
  return {
    ...turns,
    deliveredShare: ended === 0 ? undefined : turns.delivered / ended,
    halfWithinMs: quantileMs(durations, 0.5),
    mostWithinMs: quantileMs(durations, MOST),
    promisedShare: promisedShare(durations),
  };
}

function durationsOf(hours: readonly HourFigures[]): Durations {
  const sums = new Map<number, number>();
  for (const { durations } of hours)
    for (const [bucket, count] of durations) sums.set(bucket, (sums.get(bucket) ?? 0) + count);
  return sums;
}

export function seriesOf(hours: readonly HourFigures[], { fromMs, toMs, pointMs }: Stretch): readonly Point[] {
  const byPoint = Map.groupBy(hours, (hour) => Math.floor((hour.fromMs - fromMs) / pointMs));
  return Array.from({ length: (toMs - fromMs) / pointMs }, (_, i) => ({
    fromMs: fromMs + i * pointMs,
    ...totalsOf(byPoint.get(i) ?? []),
  }));
}

export function reasonsOf(failures: readonly FailureFigures[]): readonly FailureReason[] {
  return [...Map.groupBy(failures, ({ code }) => code)]
    .map(([code, alike]) => ({
      code,
      count: alike.reduce((sum, { count }) => sum + count, 0),
      firstAtMs: Math.min(...alike.map(({ firstAtMs }) => firstAtMs)),
      lastAtMs: Math.max(...alike.map(({ lastAtMs }) => lastAtMs)),
      template: mostOf(alike, ({ templateId }) => templateId),
      account: mostOf(alike, ({ accountId }) => accountId),
    }))
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => b.count - a.count);
}

/** In the figures of all owners, a failure has only its hour as its time. */
export function reasonsByHour(hours: readonly HourFigures[]): readonly FailureReason[] {
  return reasonsOf(
    hours.flatMap(({ fromMs, failedByCode }) =>
      [...failedByCode].map(([code, count]) => ({ code, count, accountId: "", firstAtMs: fromMs, lastAtMs: fromMs })),
    ),
  ).map(({ account: _account, ...reason }) => reason);
}

function mostOf(
  failures: readonly FailureFigures[],
  idOf: (failure: FailureFigures) => string | undefined,
): Share | undefined {
  const counted = [...Map.groupBy(failures, idOf)].map(([id, alike]) => ({
    id,
    count: alike.reduce((sum, { count }) => sum + count, 0),
  }));
  const [most] = counted.toSorted((a, b) => b.count - a.count);
  return most?.id === undefined ? undefined : { id: most.id, count: most.count };
}
