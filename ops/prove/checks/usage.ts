import type { Unit } from "../../cost/prices.ts";
import type { Proving } from "../proving.ts";
import type { Figure } from "../report.ts";
import { runUsage } from "../run-usage.ts";
import type { Outcome } from "../step-log.ts";

const MS_AN_HOUR = 3_600_000;

/** An account measures these units. The report shows them by these names. */
const NAMES = {
  tableWriteUnits: "table write units",
  tableReadUnits: "table read units",
  functionCalls: "function calls",
  functionGigabyteSeconds: "function gigabyte-seconds",
  queueRequests: "queue requests",
} as const satisfies Partial<Record<Unit, string>>;

/** A factor between these two counts as agreement (docs/prove.md, "The report"). */
const LEAST_FACTOR = 0.7;
const MOST_FACTOR = 1.5;

/**
 * Compares the usage that the account measured during the load with the usage that the cost model expects. It fails if
 * a factor lies outside the band, or if mails were sent and nothing was measured.
 */
export async function comparesUsage({ ground, load, deployed, plan }: Proving, signal: AbortSignal): Promise<Outcome> {
  if (load === undefined) return { result: "skipped", seen: "the load did not end, so there is nothing to compare" };
  const measured = await ground.usage(load.period, signal);
  if ("without" in measured) return { result: "skipped", seen: `no figures on this ground: ${measured.without}` };
  const hours = (load.period.toMs - load.period.fromMs) / MS_AN_HOUR;
  const model = runUsage(deployed, { emails: load.accepted, perSecond: plan.perSecond, hours });
  const figures = Object.entries(NAMES).flatMap(([unit, name]): Figure[] => {
    const value = isNamed(unit) ? measured[unit] : undefined;
    if (value === undefined || !isNamed(unit)) return [];
    return [{ name, unit: "during the load", measured: rounded(value), model: rounded(model.get(unit) ?? 0) }];
  });
  if (figures.length === 0) return { result: "skipped", seen: "the ground has measured nothing that the model knows" };
  const seen = `${figures.map(told).join(", ")}${measured.isUnsettled ? "; CloudWatch's values had not settled" : ""}`;
  if (load.accepted > 0 && figures.every((figure) => figure.measured === 0))
    return { result: "failed", seen: `${load.accepted} mails were sent, and nothing was measured: ${seen}`, figures };
  const outside = figures.filter(isOutside).map(({ name }) => name);
  if (outside.length === 0) return { seen, figures };
  const band = `${LEAST_FACTOR} to ${MOST_FACTOR} times the model`;
  return { result: "failed", seen: `outside of ${band}: ${outside.join(", ")}. Measured: ${seen}`, figures };
}

/**
 * Says whether a figure lies outside the band. A figure without a model cannot be judged. CloudWatch counts messages of
 * queues, and there may be fewer requests.
 */
function isOutside({ name, measured, model = 0 }: Figure): boolean {
  if (model === 0) return false;
  const factor = measured / model;
  return factor < LEAST_FACTOR || (factor > MOST_FACTOR && name !== NAMES.queueRequests);
}

const isNamed = (unit: string): unit is keyof typeof NAMES => Object.hasOwn(NAMES, unit);
const rounded = (value: number): number => Math.round(value * 100) / 100;
const told = ({ name, measured, model = 0 }: Figure): string =>
  `${name} ${measured}${model === 0 ? "" : ` (${(measured / model).toFixed(2)} times the model)`}`;
