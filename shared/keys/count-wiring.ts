import { dynamo } from "../aws/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoDailyCounts } from "./dynamo/daily-counts.ts";

/** The daily counts of keys. They are apart from the keys, so that functions that accept notifications load nothing else. */
export const dailyCounts = /* @__PURE__ */ once(() => new DynamoDailyCounts(dynamo(), config("API_KEYS_TABLE")));
