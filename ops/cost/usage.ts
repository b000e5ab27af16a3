import { COUNTERS } from "../../shared/kernel/metrics.ts";
import { restUsage } from "./at-rest.ts";
import type { DeployedStage } from "./deployed-stage.ts";
import { chatUsage, emailUsage, inboundUsage, uploadUsage } from "./messages.ts";
import type { Month } from "./month.ts";
import { added, type Usage } from "./units.ts";

/** Every counter of the service's own, and its one measure of time. One that counts nothing costs nothing: this is the most. */
const METRICS: Usage = { metricMonths: COUNTERS.length + 1 };
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
      [METRICS, emails + chats + inbound + uploads > 0 ? 1 : 0],
    ]),
  );
  total.set("outboundGigabytes", Math.max(0, (total.get("outboundGigabytes") ?? 0) - FREE_OUTBOUND_GIGABYTES));
  return total;
}
