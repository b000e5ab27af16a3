import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import type {
  ActivityLog,
  CallerIdentity,
  IdempotencyStore,
  InOwnersTime,
  KeyOwner,
  RateLimiter,
  TokenVerifier,
} from "./ports.ts";

export interface ActivityServices {
  readonly log: ActivityLog;
  /** Returns the name that the identity provider gives the caller; undefined when it gives none. */
  readonly nameOf: (caller: CallerIdentity) => Promise<string | undefined>;
}

/** The services that the pipeline uses around every operation. Each group of routes gets those that its routes need. */
export interface EdgeServices {
  readonly log: Log;
  readonly metrics: Metrics;
  readonly clock: Clock;
  readonly identifiers: Identifiers;
  readonly rateLimiter: RateLimiter;
  /** The limiter of the panel's API and of the administration. */
  readonly panelRateLimiter: RateLimiter;
  /** Present when a route of the group takes access tokens. */
  readonly tokenVerifier?: TokenVerifier;
  /** Present when a route of the group takes API keys. Returns undefined for an invalid key. */
  readonly ownerOfKey?: (bearer: string | undefined) => Promise<KeyOwner | undefined>;
  readonly idempotency?: IdempotencyStore;
  /** Present when a route of the group takes a credential. */
  readonly inOwnTime?: InOwnersTime;
  /**
   * Present when a route of the group makes a secret. It encrypts the random bytes that are reserved for the secret.
   */
  readonly secretBox?: SecretBox;
  /** Present when people change something by a route of the group. */
  readonly activity?: ActivityServices;
  /** The scope that the resource routes require (D8). */
  readonly requiredScope: string;
  /** Present when a route of the group is for administrators (D11). */
  readonly administratorRole?: string;
  /**
   * The values by which the edge proves itself. There are two during a rotation and none in a deployment without an
   * edge.
   */
  readonly originSecrets: readonly string[];
}
