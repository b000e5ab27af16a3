import { backoffSeconds } from "../../kernel/backoff.ts";
import type { AttemptReport, ClaimedNotification, RecipientRecord, Status } from "./notification.ts";

/** Nothing was tried: the provider's pace, or the account's, does not allow it yet. It is no attempt and no failure. */
export interface Postponed {
  readonly kind: "postponed";
  readonly retryInSeconds: number;
  /** Told to the caller, when it is more than a wait for the turn. */
  readonly cause?: string | undefined;
  readonly report?: undefined;
}

/** The result of one attempt, as a channel reports it. */
export type AttemptOutcome =
  | {
      readonly kind: "sent";
      readonly recipients?: readonly RecipientRecord[] | undefined;
      readonly report?: AttemptReport | undefined;
    }
  /** The provider took it, and tells by events what becomes of it. */
  | {
      readonly kind: "accepted";
      readonly cloudMessageId: string;
      /** The customer could not be given to the sender (D28): the provider's events see to it. */
      readonly isHoldDue?: boolean | undefined;
      readonly report?: AttemptReport | undefined;
    }
  | Postponed
  | {
      readonly kind: "failed";
      readonly report?: AttemptReport | undefined;
      /** A terminal failure is not tried again (D21). */
      readonly isTerminal: boolean;
      readonly cause: string;
      readonly recipients?: readonly RecipientRecord[] | undefined;
    };

/** What to record, and when to come back. */
export type Step =
  | { readonly to: "sent"; readonly recipients?: readonly RecipientRecord[] | undefined }
  | { readonly to: "submitted"; readonly cloudMessageId: string; readonly isHoldDue?: boolean | undefined }
  /** The claim's count of attempts is taken back. */
  | {
      readonly to: "pending";
      readonly isPostponed: true;
      readonly retryInSeconds: number;
      readonly lastError?: string | undefined;
    }
  | {
      readonly to: "pending";
      readonly isPostponed?: undefined;
      readonly lastError: string;
      readonly retryInSeconds: number;
      readonly recipients?: readonly RecipientRecord[] | undefined;
    }
  | { readonly to: "failed"; readonly lastError: string; readonly recipients?: readonly RecipientRecord[] | undefined };

export interface RetryPolicy {
  readonly baseSeconds: number;
  /** In [0, 1); spreads retries (D20). */
  readonly random: number;
}

/**
 * What S-claimed, S-email-sent, S-submitted, S-retry and S-failed allow by our own doing; what events do is `AFTER_EVENT`. `sent` and `failed` are absent on
 * purpose: no worker moves them.
 */
export const TRANSITIONS: Partial<Record<Status, readonly Status[]>> = {
  pending: ["processing", "failed"],
  processing: ["pending", "submitted", "sent", "failed"],
  submitted: ["sent", "failed"],
};

/** What happens to a claimed notification after one attempt. The claim has counted the attempt already. */
export function afterAttempt(claimed: ClaimedNotification, outcome: AttemptOutcome, retry: RetryPolicy): Step {
  switch (outcome.kind) {
    case "sent":
      return { to: "sent", recipients: outcome.recipients };
    case "accepted":
      return { to: "submitted", cloudMessageId: outcome.cloudMessageId, isHoldDue: outcome.isHoldDue };
    case "postponed":
      return {
        to: "pending",
        isPostponed: true,
        retryInSeconds: outcome.retryInSeconds,
        ...(outcome.cause !== undefined && { lastError: outcome.cause }),
      };
    case "failed":
      return afterFailure(claimed, outcome, retry);
  }
}

function afterFailure(
  claimed: ClaimedNotification,
  { isTerminal, cause, recipients }: Extract<AttemptOutcome, { kind: "failed" }>,
  { baseSeconds, random }: RetryPolicy,
): Step {
  if (!isTerminal && claimed.attempts < claimed.maxAttempts) {
    const retryInSeconds = backoffSeconds(claimed.attempts, baseSeconds, random);
    return { to: "pending", lastError: cause, retryInSeconds, recipients };
  }
  // Somebody has the mail already: those who could not be reached are on record, and the notification is sent (D21).
  if (recipients?.some((one) => one.result === "accepted")) return { to: "sent", recipients };
  return { to: "failed", lastError: cause, recipients };
}
