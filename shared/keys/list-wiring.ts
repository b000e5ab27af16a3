import { testClocks } from "../edge/test-clock-wiring.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { DailyUses } from "./ports.ts";
import { apiKeyServices } from "./wiring.ts";

/** The services for the list of keys. The counts are read only for owners who have keys with a daily limit. */
export const keyListServices = /* @__PURE__ */ once(() => ({
  ...apiKeyServices(),
  testClocks: testClocks(),
  dailyUses: lazyPort(async (): Promise<DailyUses> => (await import("./count-wiring.ts")).dailyCounts(), ["usedOn"]),
}));
