import { dynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { readNotificationImage } from "../notifications/wiring.ts";
import type { CountChangesDeps } from "./count-changes.ts";
import { DynamoCountedFigures } from "./dynamo/counted-figures.ts";
import { DynamoCounters } from "./dynamo/counters.ts";

export const countingServices = /* @__PURE__ */ once(() => {
  const { identifiers, ...telemetry } = basics();
  return {
    ...telemetry,
    readImage: readNotificationImage,
    counters: new DynamoCounters(dynamo(), config("EVENTS_TABLE")),
    hash: identifiers.hash,
  } satisfies CountChangesDeps;
});

export const figuresServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  countedFigures: new DynamoCountedFigures(dynamo(), { table: config("EVENTS_TABLE"), clock: basics().clock }),
}));
