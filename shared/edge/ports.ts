import type { ActivityEntry, ActivityScope } from "../kernel/activity.ts";
import type { CallingKey } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TokensLeft } from "../kernel/rate-limit.ts";
import type { Sealed } from "../kernel/secrets/secret-box.ts";

export interface KeptAnswer {
  readonly statusCode: number;
  readonly body: string;
  /** The ETag, if the answer shows one record. */
  readonly etag?: string | undefined;
}

/** An idempotency key that one request holds. */
export interface HeldKey {
  /** The id is the same for every try with this key, so that a crash at any point creates nothing twice. */
  readonly reservedId: string;
  /** The epoch milliseconds from which another request may take the key over. */
  readonly leaseUntil: number;
}

export type IdempotencyState =
  /**
   * The request is to be run. A repeat takes over from a request that died, which may have stored something under the
   * reserved id.
   */
  | (HeldKey & {
      readonly kind: "begun";
      readonly isRepeat: boolean;
      readonly sealed?: Sealed | undefined;
    })
  | { readonly kind: "answered"; readonly answer: KeptAnswer; readonly sealed?: Sealed | undefined }
  /** Another request is running under this key, or ended a moment ago without an answer to repeat. */
  | { readonly kind: "in-flight"; readonly reservedId: string }
  /** The key was used for a different request. */
  | { readonly kind: "reused" };

export interface IdempotentRequest {
  readonly owner: Owner;
  readonly key: string;
  /** A hash of operation, path and body, by which a different request under the same key is noticed. */
  readonly fingerprint: string;
}

/** Remembers idempotency keys for 24 hours (D24). */
export interface IdempotencyStore {
  /** Reserves the key. `sealed` holds encrypted random bytes for the answer's secret; every later try gets those of the first. */
  begin(request: IdempotentRequest, newId: string, sealed?: Sealed): Promise<IdempotencyState>;
  /**
   * Stores an accepted answer of any size and returns the answer that counts: when two requests ran at the same time, the answer
   * that was stored first. Throws when no answer could be stored.
   */
  finish(request: IdempotentRequest, answer: KeptAnswer): Promise<KeptAnswer>;
  /** Frees the key after a refusal, unless another request has taken it over meanwhile. */
  release(request: IdempotentRequest, held: HeldKey): Promise<void>;
}

/** The owner that an API key belongs to, with the key and its terms. */
export interface KeyOwner {
  readonly owner: Owner;
  readonly key: CallingKey;
}

/** The clock of an owner's test mode (D48e). */
export interface TestClock {
  /** By how many seconds the owner's test time is ahead of real time. */
  readonly advancedSeconds: number;
  /** The real time of the last move in epoch milliseconds; absent once all that it made due is on the queues. */
  readonly movedAtMs?: number | undefined;
  /** The last real time at which a worker looked what the move made due. */
  readonly lookedAtMs?: number | undefined;
  /** True once test mode has its first records, such as the account `Sandbox`. */
  readonly hasBegun: boolean;
}

export interface TestClocks {
  /** Reads the clock of a hidden owner for a request of the owner. The first read makes it. It is never out of date. */
  of(owner: Owner): Promise<TestClock>;
  /**
   * Reads the clock of a hidden owner for work in the background, and makes none: an erased owner's work must leave nothing behind.
   * Undefined means that the owner was erased; test time is real time then. It is never out of date.
   */
  find(owner: Owner): Promise<TestClock | undefined>;
  /** Moves the clock ahead, atomically; undefined, with nothing changed, when it would be more than ten years ahead. */
  advance(owner: Owner, seconds: number, movedAtMs: number): Promise<TestClock | undefined>;
  /** Notes that a worker looks what this move made due; false when another move came after it, or when that has been done. */
  noteLook(owner: Owner, movedAtMs: number, atMs: number): Promise<boolean>;
  /** Notes that all that this move made due is on the queues. It changes nothing when another move came after it. */
  endMove(owner: Owner, movedAtMs: number): Promise<void>;
  noteBegun(owner: Owner): Promise<void>;
  /** Lists hidden owners that have a clock, in the order of their ids, after the given one. */
  owners(limit: number, after?: Owner): Promise<readonly Owner[]>;
}

/**
 * Runs work in the time of its owner: at once, without a read, for a live owner; in the owner's test time for the hidden owner of
 * test mode.
 */
export type InOwnersTime = <T>(owner: Owner, work: () => Promise<T>) => Promise<T>;

export interface RateLimiter {
  /**
   * Takes one token from the bucket of this key and returns false when it is empty. When the shared store does not
   * answer, the request is allowed, because the limiter must not take the service down.
   */
  take(key: string): Promise<boolean>;
  /**
   * Returns the bucket's state without asking the shared store, so other environments may have taken further tokens
   * since.
   */
  left(key: string): TokensLeft;
}

export interface AccessToken {
  readonly sub: Owner;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** Product groups of the client application, if the provider sends any. */
  readonly groups: readonly string[];
  /** The organisation that was chosen at sign-in. */
  readonly organizationId?: string | undefined;
  readonly expiresAtMs: number;
}

/** A caller whose access token was verified. */
export interface CallerIdentity {
  readonly bearer: string;
  readonly token: AccessToken;
}

export interface TokenVerifier {
  /**
   * Returns undefined for a token that cannot be validated: it is malformed, foreign or expired, or its signing key is
   * unavailable (D8).
   */
  verify(token: string): Promise<AccessToken | undefined>;
}

export interface ActivityLog {
  /** Keeps an entry for a year. Adding the same entry again changes nothing. */
  add(scope: ActivityScope, entry: ActivityEntry): Promise<void>;
}
