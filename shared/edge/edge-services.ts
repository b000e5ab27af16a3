import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type { ActivityLog, CallerIdentity, IdempotencyStore, KeyOwner, RateLimiter, TokenVerifier } from "./ports.ts";

export interface ActivityServices {
  readonly log: ActivityLog;
  /** As the identity provider shows the caller; undefined where it does not say. */
  readonly nameOf: (caller: CallerIdentity) => Promise<string | undefined>;
}

/** The services that the pipeline uses around every operation. A group of routes is wired with those that its routes need. */
export interface EdgeServices {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly rateLimiter: RateLimiter;
  /** Of the panel's own API and the administration. */
  readonly panelRateLimiter: RateLimiter;
  /** Present where a route of the group takes access tokens. */
  readonly tokenVerifier?: TokenVerifier;
  /** Present where a route of the group takes API keys; undefined for a key that is not valid. */
  readonly ownerOfKey?: (bearer: string | undefined) => Promise<KeyOwner | undefined>;
  readonly idempotency?: IdempotencyStore;
  /** Present where a route of the group makes a secret: what is reserved for it is sealed. */
  readonly secretBox?: SecretBox;
  /** Present where people change something by a route of the group. */
  readonly activity?: ActivityServices;
  /** The scope that the resource routes require (D8). */
  readonly requiredScope: string;
  /** Present where a route of the group is for administrators (D11). */
  readonly administratorRole?: string;
  /** Values by which the edge proves itself; two during a rotation, none where there is no edge. */
  readonly originSecrets: readonly string[];
}
