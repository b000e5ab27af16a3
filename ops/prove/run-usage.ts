import { isUnit } from "../cost/bill.ts";
import type { DeployedStage } from "../cost/deployed-stage.ts";
import { MAIL_KILOBYTES, type Month } from "../cost/month.ts";
import { PRICES, type Unit } from "../cost/prices.ts";
import { SECONDS_A_MONTH } from "../cost/units.ts";
import { usageOf } from "../cost/usage.ts";

/** Describes what a run of `herald prove`, or a part of it, used. */
export interface Run {
  readonly emails: number;
  readonly perSecond: number;
  readonly hours: number;
}

export type RunUsage = ReadonlyMap<Unit, number>;

const HOURS_A_MONTH = SECONDS_A_MONTH / 3600;

const month = (emails: number, perSecond?: number): Month => ({
  emails,
  perSecond,
  owners: 1,
  keyedShare: 0,
  contents: [],
  mailKilobytes: MAIL_KILOBYTES,
  chats: 0,
  inbound: 0,
  uploads: 0,
  testOwners: 0,
  views: 0,
});

/**
 * Returns the usage that the cost model expects of a run: of its mails, and of the hours of a stage at rest. Monthly
 * units, such as alarms, count by the hour.
 */
export function runUsage(stage: DeployedStage, { emails, perSecond, hours }: Run): RunUsage {
  const share = hours / HOURS_A_MONTH;
  const atRest = usageOf(stage, month(0));
  const busy = emails === 0 ? atRest : usageOf(stage, month(emails, perSecond));
  return new Map(
    [...busy].flatMap(([unit, amount]) => {
      if (!isUnit(unit)) return [];
      const rest = atRest.get(unit) ?? 0;
      return [[unit, unit.endsWith("Months") ? amount * share : rest * share + (amount - rest)] as const];
    }),
  );
}

/** Returns the list price of the usage in dollars. */
export const dollarsOf = (usage: RunUsage): number =>
  [...usage].reduce((sum, [unit, amount]) => sum + PRICES[unit].dollars * amount, 0);
