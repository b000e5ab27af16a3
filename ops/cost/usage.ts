import { COUNTERS, PROVIDER_ANSWERS } from "../../shared/kernel/metrics.ts";
import { restUsage } from "./at-rest.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { chatUsage, emailUsage, inboundUsage, uploadUsage } from "./messages.ts";
import type { Month } from "./month.ts";
import { added, DAYS_A_MONTH } from "./units.ts";

/**
 * Every counter of the service's own, and the time to deliver: the most of what is counted without a function. One that counts nothing costs
 * nothing. Failures are counted by function and by its version too, and are not in it (`docs/cost.md`).
 */
const METRICS = COUNTERS.length + 1;
/** Of a channel in use: answers, the provider's time, and the time to deliver. */
const METRICS_OF_CHANNEL = PROVIDER_ANSWERS.length + 2;
/** The dashboard shows as much unless somebody asks for more. */
const VIEWED_DAYS = 3 / 24;

function metricMonths({ emails, chats, inbound, uploads }: Month): number {
  if (emails + chats + inbound + uploads === 0) return 0;
  return METRICS + [emails, chats].filter((count) => count > 0).length * METRICS_OF_CHANNEL;
}
/** Per account and month, whatever else is free. */
const FREE_OUTBOUND_GIGABYTES = 100;

/** Everything that a month of a stage uses, by unit. */
export function usageOf(stage: DeployedStage, month: Month): ReadonlyMap<string, number> {
  const { emails, chats, inbound, uploads } = month;
  const total = new Map(
    added([
      [restUsage(stage), 1],
      [emailUsage(stage, month), emails],
      [chatUsage(stage, month), chats],
      [inboundUsage(stage, month), inbound],
      [uploadUsage(stage), uploads],
      [{ metricMonths: 1 }, metricMonths(month)],
    ]),
  );
  // Each query of the dashboard reads the log of the time that is shown; taken for all of it, though some ask few functions.
  const shown = ((total.get("logGigabytes") ?? 0) * VIEWED_DAYS) / DAYS_A_MONTH;
  total.set("logScannedGigabytes", month.views * stage.dashboardQueries * shown);
  total.set("outboundGigabytes", Math.max(0, (total.get("outboundGigabytes") ?? 0) - FREE_OUTBOUND_GIGABYTES));
  return total;
}
