import type { EdgeServices } from "../../shared/edge/edge-services.ts";
import type { AccessToken } from "../../shared/edge/ports.ts";
import { apiKeyText } from "../../shared/kernel/api-key-text.ts";
import { panelPolicy } from "../../shared/kernel/rate-limit.ts";
import { type FindKeyOwnerDeps, findKeyOwner } from "../../shared/keys/find-key-owner.ts";
import { anOwner } from "./an-owner.ts";
import { anApiKey } from "./builders.ts";
import { fakeClock } from "./fake-clock.ts";
import { inMemoryApiKeyStore } from "./in-memory-api-key-store.ts";
import { inMemoryIdempotencyStore } from "./in-memory-idempotency-store.ts";
import { inMemoryRateLimiter } from "./in-memory-rate-limiter.ts";
import { sequentialIdentifiers } from "./sequential-identifiers.ts";
import { countingMetrics, recordingLog } from "./silent-telemetry.ts";

export const OWNER = anOwner("owner-1");
/** A valid API key of `OWNER`. */
export const API_KEY = apiKeyText(new Uint8Array(32).fill(7));
const API_POLICY = { refillPerSecond: 1, burst: 30 };
/** A valid access token with the required scope. */
export const TOKEN = "good.access.token";

const TOKENS: Readonly<Record<string, AccessToken>> = {
  [TOKEN]: { sub: OWNER, scopes: ["openid", "notifications"], roles: [], groups: [], expiresAtMs: 4_102_444_800_000 },
  "weak.access.token": { sub: OWNER, scopes: ["openid"], roles: [], groups: [], expiresAtMs: 4_102_444_800_000 },
};

/** Builds every service of the edge as a double, with one working credential of each kind. */
export async function someEdgeServices(changes: Partial<EdgeServices & Pick<FindKeyOwnerDeps, "apiKeys">> = {}) {
  const clock = fakeClock();
  const identifiers = sequentialIdentifiers();
  const apiKeys = inMemoryApiKeyStore();
  const key = anApiKey({ owner: OWNER });
  await apiKeys.add(key, identifiers.hash(API_KEY));
  const services = {
    clock,
    identifiers,
    apiKeys,
    key,
    log: recordingLog(),
    metrics: countingMetrics(),
    rateLimiter: inMemoryRateLimiter(API_POLICY, clock),
    panelRateLimiter: inMemoryRateLimiter(panelPolicy(API_POLICY), clock),
    tokenVerifier: { verify: async (token: string) => TOKENS[token] },
    idempotency: inMemoryIdempotencyStore({ clock }),
    requiredScope: "notifications",
    originSecrets: [] as string[],
  };
  const ownerOfKey = (bearer: string | undefined) => findKeyOwner(whole, bearer);
  // The type is that of the doubles, so that a test can inspect those that it did not replace.
  const whole = Object.assign(services, changes) as typeof services;
  return Object.assign(whole, { ownerOfKey });
}
