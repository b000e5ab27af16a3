import { dynamo } from "../aws/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoTestClocks } from "./dynamo/test-clocks.ts";
import { ownersTime } from "./owners-time.ts";
import type { InOwnersTime } from "./ports.ts";

export const testClocks = /* @__PURE__ */ once(() => new DynamoTestClocks(dynamo(), config("CONFIG_TABLE")));

/** Runs the work of a queue, a stream or a schedule in the time of its owner. */
export const inOwnTime: InOwnersTime = (owner, work) => ownersTime((hidden) => testClocks().find(hidden))(owner, work);

/** Runs the work of a request in the time of the caller, whose test mode begins with the first one. */
export const inCallersTime: InOwnersTime = (owner, work) =>
  ownersTime((hidden) => testClocks().of(hidden))(owner, work);
