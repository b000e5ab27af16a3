import { dynamo } from "../aws/wiring.ts";
import type { EdgeServices } from "../edge/edge-services.ts";
import { cursors } from "../edge/wiring.ts";
import { callerName, idempotentTokenServices } from "../identity/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoActivityLog } from "./dynamo/activity-log.ts";

const activityLog = /* @__PURE__ */ once(
  () => new DynamoActivityLog(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
);

/** Services for routes by which people change something. */
export const changingServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...idempotentTokenServices(), activity: { log: activityLog(), nameOf: callerName() } }),
);

export const activityServices = /* @__PURE__ */ once(() => ({ activity: activityLog(), cursors: cursors() }));
