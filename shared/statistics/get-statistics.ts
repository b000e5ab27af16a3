import type { Clock } from "../kernel/clock.ts";
import type { Owner } from "../kernel/owner.ts";
import type { HourFigures } from "./domain/figures.ts";
import { type Period, stretchOf } from "./domain/period.ts";
import {
  type FailureReason,
  reasonsByHour,
  reasonsOf,
  type Statistics,
  seriesOf,
  totalsOf,
} from "./domain/statistics.ts";
import type { CountedFigures, Figures, Scope } from "./ports.ts";

export interface GetStatisticsDeps {
  readonly countedFigures: CountedFigures;
  readonly clock: Clock;
}

/** Returns an owner's figures of a period, and the reasons of failures with what they have in common. */
export async function getStatistics(deps: GetStatisticsDeps, owner: Owner, period: Period): Promise<Statistics> {
  const stretch = stretchOf(period, deps.clock.now());
  const [hours, failures] = await Promise.all([
    hoursOf(deps, owner, stretch),
    deps.countedFigures.failures(owner, stretch),
  ]);
  return statisticsOf(stretch, hours, { reasons: reasonsOf(failures.figures), isComplete: failures.isComplete });
}

/** Returns the figures of all owners together, without any names. */
export async function getEverybodysStatistics(deps: GetStatisticsDeps, period: Period): Promise<Statistics> {
  const stretch = stretchOf(period, deps.clock.now());
  const hours = await hoursOf(deps, "everybody", stretch);
  const reasons = reasonsByHour(hours.figures.filter(({ fromMs }) => fromMs >= stretch.fromMs));
  return statisticsOf(stretch, hours, { reasons, isComplete: true });
}

type Stretch = Statistics["stretch"];

const hoursOf = ({ countedFigures }: GetStatisticsDeps, scope: Scope, { fromMs, toMs, previousFromMs }: Stretch) =>
  countedFigures.hours(scope, { fromMs: previousFromMs ?? fromMs, toMs });

function statisticsOf(
  stretch: Stretch,
  { figures, isComplete }: Figures<HourFigures>,
  failed: { readonly reasons: readonly FailureReason[]; readonly isComplete: boolean },
): Statistics {
  const present = figures.filter(({ fromMs }) => fromMs >= stretch.fromMs);
  const before = figures.filter(({ fromMs }) => fromMs < stretch.fromMs);
  return {
    stretch,
    totals: totalsOf(present),
    ...(stretch.previousFromMs !== undefined && { previous: totalsOf(before) }),
    series: seriesOf(present, stretch),
    reasons: failed.reasons,
    isComplete: isComplete && failed.isComplete,
  };
}
