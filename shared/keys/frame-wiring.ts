import { DynamoIdempotencyStore } from "../edge/dynamo/idempotency-store.ts";
import { DynamoRateLimiter } from "../edge/dynamo/rate-limiter.ts";
import type { Frame } from "../edge/frame.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { panelPolicy, type RatePolicy } from "../kernel/rate-limit.ts";
import { dynamo, limiterDynamo } from "../notifications/tables-wiring.ts";
import { DynamoApiKeyStore } from "./dynamo/api-key-store.ts";
import { findKeyOwner } from "./find-key-owner.ts";

export const apiKeys = once(() => new DynamoApiKeyStore(dynamo(), config().API_KEYS_TABLE));

/** The frame of routes without a credential. */
export const openFrame = once((): Frame => {
  const { EPHEMERAL_TABLE, RATE_REFILL_PER_SECOND, RATE_BURST, REQUIRED_SCOPE, ORIGIN_SECRETS } = config();
  const policy = { refillPerSecond: RATE_REFILL_PER_SECOND, burst: RATE_BURST };
  const limiter = (its: RatePolicy) =>
    new DynamoRateLimiter(limiterDynamo(), { table: EPHEMERAL_TABLE, policy: its, ...basics() });
  return {
    ...basics(),
    rateLimiter: limiter(policy),
    panelRateLimiter: limiter(panelPolicy(policy)),
    requiredScope: REQUIRED_SCOPE,
    originSecrets: ORIGIN_SECRETS,
  };
});

export const idempotency = once(
  () => new DynamoIdempotencyStore(dynamo(), { table: config().EPHEMERAL_TABLE, clock: basics().clock }),
);

/** The frame of routes that take API keys. */
export const apiKeyFrame = once(
  (): Frame => ({
    ...openFrame(),
    ownerOfKey: (bearer) => findKeyOwner({ ...basics(), apiKeys: apiKeys() }, bearer),
    idempotency: idempotency(),
  }),
);
