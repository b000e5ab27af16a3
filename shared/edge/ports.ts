import type { ActivityEntry, ActivityScope } from "../kernel/activity.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TokensLeft } from "../kernel/rate-limit.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";

export interface KeptAnswer {
  readonly statusCode: number;
  readonly body: string;
}

/** A key in the hands of one request. */
export interface HeldKey {
  /** The same for every try with this key, so that a crash between two lines creates nothing twice. */
  readonly reservedId: string;
  /** Epoch milliseconds; from then on another request may take the key over. */
  readonly leaseUntil: number;
}

export type IdempotencyState =
  /** Ours to carry out. A repeat takes over from a request that died, and may have stored something under the reserved id. */
  | (HeldKey & {
      readonly kind: "begun";
      readonly isRepeat: boolean;
      readonly sealed?: Sealed | undefined;
    })
  | { readonly kind: "answered"; readonly answer: KeptAnswer; readonly sealed?: Sealed | undefined }
  /** Another request has the key, or had it a moment ago and keeps no answer. */
  | { readonly kind: "in-flight"; readonly reservedId: string }
  /** The key was used with another request. */
  | { readonly kind: "reused" };

export interface IdempotentRequest {
  readonly owner: Owner;
  readonly key: string;
  /** A hash of operation, path and body. */
  readonly fingerprint: string;
}

/** Kept for 24 hours (D24). */
export interface IdempotencyStore {
  /** `sealed`: what a secret of the answer is made of. Every later try is told the first one's. */
  begin(request: IdempotentRequest, newId: string, sealed?: Sealed): Promise<IdempotencyState>;
  /**
   * Keeps an accepted answer, whatever its size, and answers the one that stands: of two that carried out one request, the first one's.
   * Throws when none could be kept.
   */
  finish(request: IdempotentRequest, answer: KeptAnswer): Promise<KeptAnswer>;
  /** The request was refused: the key is free again, unless another request has taken it over meanwhile. */
  release(request: IdempotentRequest, held: HeldKey): Promise<void>;
}

/** The owner that an API key stands for, and how its owner calls it. */
export interface KeyOwner {
  readonly owner: Owner;
  readonly key: { readonly id: string; readonly name: string };
}

export interface RateLimiter {
  /**
   * Takes one token from the bucket of this key; false when it is empty. Fails open: when the shared store cannot be asked, the
   * request is allowed, since the limiter must not be what takes the service down.
   */
  take(key: string): Promise<boolean>;
  /** The bucket after it, as far as is known without asking the shared store: others may have taken from it since. */
  left(key: string): TokensLeft;
}

export interface AccessToken {
  readonly sub: Owner;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** Product groups of the client application, where the provider emits any. */
  readonly groups: readonly string[];
  /** Of the organisation that was chosen at sign-in. */
  readonly organizationId?: string | undefined;
  readonly expiresAtMs: number;
}

/** A caller with an access token that was verified. */
export interface CallerIdentity {
  readonly bearer: string;
  readonly token: AccessToken;
}

export interface TokenVerifier {
  /** Undefined for whatever cannot be validated: malformed, foreign, expired, or no signing key to be had (D8). */
  verify(token: string): Promise<AccessToken | undefined>;
}

export interface ActivityLog {
  /** Keeps an entry for a year. The same entry once more changes nothing. */
  add(scope: ActivityScope, entry: ActivityEntry): Promise<void>;
}
