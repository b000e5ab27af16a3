import * as z from "zod";
import { explanationCode } from "../../channels/contract/explanation.ts";
import { explanations } from "../../channels/domain/explanations.ts";
import { timestamp } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { PERIODS } from "../domain/period.ts";
import type { Share, Statistics, Totals } from "../domain/statistics.ts";

const count = z.int().min(0);
const share = z.number().min(0).max(1).optional();
const milliseconds = count.optional();

const totals = z
  .strictObject({
    accepted: count,
    delivered: count,
    failed: count,
    canceled: count,
    delivered_rate: share,
    half_within_ms: milliseconds,
    most_within_ms: milliseconds,
    within_promise_rate: share,
  })
  .meta({ id: "StatisticsTotals" });

const named = z.strictObject({ id: z.string(), name: z.string().optional(), count }).meta({ id: "StatisticsShare" });

const reason = z
  .strictObject({
    code: explanationCode,
    summary: z.string(),
    count,
    first_at: timestamp,
    last_at: timestamp,
    template: named.optional(),
    account: named.optional(),
  })
  .meta({ id: "FailureReason" });

const statisticsView = z
  .strictObject({
    period: z.enum(PERIODS),
    from: timestamp,
    to: timestamp,
    totals,
    previous: totals.optional(),
    series: z.array(z.strictObject({ from: timestamp, ...totals.shape })),
    failures: z.array(reason),
    is_complete: z.boolean(),
  })
  .meta({ id: "Statistics" });

const statisticsQuery = z.object({
  period: z.enum(PERIODS, { error: `period must be one of: ${PERIODS.join(", ")}` }).default("7d"),
});

const toTotals = ({ accepted, delivered, failed, canceled, ...shares }: Totals): z.input<typeof totals> => ({
  accepted,
  delivered,
  failed,
  canceled,
  ...(shares.deliveredShare !== undefined && { delivered_rate: shares.deliveredShare }),
  ...(shares.halfWithinMs !== undefined && { half_within_ms: shares.halfWithinMs }),
  ...(shares.mostWithinMs !== undefined && { most_within_ms: shares.mostWithinMs }),
  ...(shares.promisedShare !== undefined && { within_promise_rate: shares.promisedShare }),
});

const time = (ms: number): string => new Date(ms).toISOString();

/** `names` maps the ids of templates and accounts to their names. */
export function toStatisticsView(
  period: (typeof PERIODS)[number],
  { stretch, totals: present, previous, series, reasons, isComplete }: Statistics,
  names: ReadonlyMap<string, string> = new Map(),
): z.input<typeof statisticsView> {
  const toShare = ({ id, count: times }: Share) => {
    const name = names.get(id);
    return { id, count: times, ...(name !== undefined && { name }) };
  };
  return {
    period,
    from: time(stretch.fromMs),
    to: time(stretch.toMs),
    totals: toTotals(present),
    ...(previous && { previous: toTotals(previous) }),
    series: series.map(({ fromMs, ...point }) => ({ from: time(fromMs), ...toTotals(point) })),
    failures: reasons.map(({ code, count: times, firstAtMs, lastAtMs, template, account }) => ({
      code,
      summary: explanations.explanationOf(code).summary,
      count: times,
      first_at: time(firstAtMs),
      last_at: time(lastAtMs),
      ...(template && { template: toShare(template) }),
      ...(account && { account: toShare(account) }),
    })),
    is_complete: isComplete,
  };
}

const common = { method: "GET", auth: ["access-token"], query: statisticsQuery } as const;
const success = { status: 200, schema: statisticsView } as const;

export const getStatistics = route({
  ...common,
  operationId: "getStatistics",
  group: "panel",
  summary: "What became of the notifications of a period",
  path: "/panel/api/statistics",
  success,
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["statistics:read", "config:read"],
  impact: "owners see no figures in the panel",
});

export const getEverybodysStatistics = route({
  ...common,
  operationId: "getEverybodysStatistics",
  group: "admin",
  role: "administrator",
  summary: "What became of all owners' notifications of a period",
  path: "/admin/api/statistics",
  success,
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required"],
  uses: ["statistics:read"],
  impact: "administrators see no figures of the whole service",
});
