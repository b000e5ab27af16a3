import { PROVIDER_ANSWERS } from "../../shared/kernel/metrics.ts";
import { restUsage, testOwnerUsage } from "./at-rest.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { chatUsage, emailUsage, inboundUsage, startedWorkers, uploadUsage } from "./messages.ts";
import type { Month } from "./month.ts";
import { added, DAYS_A_MONTH } from "./units.ts";

/**
 * A channel that is in use has these custom metrics: answers, the provider's time, and the time to deliver. Failures
 * are counted by function and version, which are not included (`docs/cost.md`).
 */
const METRICS_OF_CHANNEL = PROVIDER_ANSWERS.length + 2;
/** The dashboard shows three hours by default. */
const VIEWED_DAYS = 3 / 24;

const metricMonths = ({ emails, chats }: Month): number =>
  [emails, chats].filter((count) => count > 0).length * METRICS_OF_CHANNEL;

/** An account may send this much each month free of charge. */
const FREE_OUTBOUND_GIGABYTES = 100;

/** Adds up everything that a month of a stage uses, by unit. */
export function usageOf(stage: DeployedStage, month: Month): ReadonlyMap<string, number> {
  const { emails, chats, inbound, uploads } = month;
  const total = new Map(
    added([
      [restUsage(stage), 1],
      [testOwnerUsage(stage), month.testOwners],
      [emailUsage(stage, month), emails],
      [chatUsage(stage, month), chats],
      [inboundUsage(stage, month), inbound],
      [uploadUsage(stage), uploads],
      [{ metricMonths: 1 }, metricMonths(month)],
      [{ keyRequests: 1 }, startedWorkers(stage, month)],
    ]),
  );
  // Each query of the dashboard reads the logs of the displayed time. The estimate assumes all logs for each query,
  // although some queries read those of only a few functions.
  const shown = ((total.get("logGigabytes") ?? 0) * VIEWED_DAYS) / DAYS_A_MONTH;
  total.set("logScannedGigabytes", month.views * stage.dashboardQueries * shown);
  total.set("outboundGigabytes", Math.max(0, (total.get("outboundGigabytes") ?? 0) - FREE_OUTBOUND_GIGABYTES));
  return total;
}
