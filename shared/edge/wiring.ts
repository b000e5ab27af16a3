import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { dynamo, limiterDynamo } from "../aws/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { HmacCursors } from "../kernel/hmac-cursors.ts";
import { once } from "../kernel/once.ts";
import { panelPolicy, type RatePolicy } from "../kernel/rate-limit.ts";
import { DynamoIdempotencyStore } from "./dynamo/idempotency-store.ts";
import { DynamoRateLimiter } from "./dynamo/rate-limiter.ts";
import type { EdgeServices } from "./edge-services.ts";
import type { UnroutedServices } from "./unrouted-requests.ts";

/** The services for paths that no route takes. */
export const fallbackServices = /* @__PURE__ */ once((): UnroutedServices => {
  const policy = { refillPerSecond: config("RATE_REFILL_PER_SECOND"), burst: config("RATE_BURST") };
  const table = config("EPHEMERAL_TABLE");
  const limiter = (its: RatePolicy) =>
    new DynamoRateLimiter(limiterDynamo(), { ...basics(), table, policy: its, clock: basics().realClock });
  return {
    ...basics(),
    rateLimiter: limiter(policy),
    panelRateLimiter: limiter(panelPolicy(policy)),
    originSecrets: config("ORIGIN_SECRETS"),
  };
});

/** The services for routes without a credential. */
export const openEdgeServices = /* @__PURE__ */ once(
  (): EdgeServices => ({ ...basics(), ...fallbackServices(), requiredScope: config("REQUIRED_SCOPE") }),
);

export const idempotency = /* @__PURE__ */ once(
  () => new DynamoIdempotencyStore(dynamo(), { ...basics(), table: config("EPHEMERAL_TABLE") }),
);

/** Issues and reads cursors. Only functions that do this have the variable `CURSOR_KEY`. */
export const cursors = /* @__PURE__ */ once(() => {
  const key = config("CURSOR_KEY");
  if (key === undefined) throw new Error("CURSOR_KEY must be set");
  return new HmacCursors(key);
});

export const docsServices = /* @__PURE__ */ once(() => ({
  guidesUrl: (): string | undefined => config("GUIDES_URL"),
  /** Reads a file that the contract names; a path never comes from a caller. */
  readAsset: (name: string): Promise<string> => readFile(join(config("DOCS_ASSETS_DIR"), name), "utf8"),
}));
