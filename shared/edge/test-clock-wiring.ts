import { dynamo } from "../aws/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoTestClocks } from "./dynamo/test-clocks.ts";
import { ownersTime } from "./owners-time.ts";

export const testClocks = /* @__PURE__ */ once(() => new DynamoTestClocks(dynamo(), config("CONFIG_TABLE")));

export const inOwnTime = /* @__PURE__ */ ownersTime(testClocks);
