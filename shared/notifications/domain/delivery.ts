import { backoffSeconds } from "../../kernel/backoff.ts";
import type { LifecycleEvent } from "./lifecycle-event.ts";
import type { AttemptReport, ClaimedNotification, RecipientRecord, TimelineEntry } from "./notification.ts";

/** Nothing was tried: the provider's pace, or the account's, does not allow it yet. It is no attempt and no failure. */
export interface Postponed {
  readonly kind: "postponed";
  readonly retryInSeconds: number;
  /** Told to the caller, when it is more than a wait for the turn. */
  readonly cause?: string | undefined;
  readonly report?: undefined;
}

/** An attempt that ended at our own look at the message: nobody was asked. */
export const CHECK_STAGE = "check";

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
      /** The provider may have taken it, and tells by an event (D23). */
      readonly awaitsReport?: true | undefined;
    };

/** The result to record, and the delay before the next attempt. */
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
      readonly awaitsReport?: true | undefined;
    }
  | { readonly to: "failed"; readonly lastError: string; readonly recipients?: readonly RecipientRecord[] | undefined };

export interface RetryPolicy {
  readonly baseSeconds: number;
  /** In [0, 1); spreads retries (D20). */
  readonly random: number;
}

/** The step that follows one attempt of a claimed notification. The claim has counted the attempt already. */
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
        lastError: outcome.cause,
      };
    case "failed":
      return afterFailure(claimed, outcome, retry);
  }
}

function afterFailure(
  claimed: ClaimedNotification,
  { isTerminal, cause, recipients, awaitsReport }: Extract<AttemptOutcome, { kind: "failed" }>,
  { baseSeconds, random }: RetryPolicy,
): Step {
  if (!isTerminal && claimed.attempts < claimed.maxAttempts) {
    const retryInSeconds = backoffSeconds(claimed.attempts, baseSeconds, random);
    return { to: "pending", lastError: cause, retryInSeconds, recipients, ...(awaitsReport && { awaitsReport }) };
  }
  // Somebody has the mail already: those who could not be reached are on record, and the notification is sent (D21).
  if (recipients?.some((one) => one.result === "accepted")) return { to: "sent", recipients };
  return { to: "failed", lastError: cause, recipients };
}

/** The step as an event of the lifecycle, in the hands of the holder of this fence. */
export function eventOf(step: Step, fence: string, entry?: TimelineEntry): LifecycleEvent {
  switch (step.to) {
    case "sent":
      return { event: "sent", fence, entry, recipients: step.recipients };
    case "submitted":
      return { event: "submitted", fence, entry, cloudMessageId: step.cloudMessageId, isHoldDue: step.isHoldDue };
    case "pending": {
      const { lastError: cause, retryInSeconds } = step;
      if (step.isPostponed) return { event: "postponed", fence, cause, retryInSeconds };
      return {
        event: "retry_scheduled",
        fence,
        entry,
        cause: step.lastError,
        retryInSeconds,
        recipients: step.recipients,
        awaitsReport: step.awaitsReport,
      };
    }
    case "failed":
      return { event: "failed", fence, entry, cause: step.lastError, recipients: step.recipients };
  }
}

/** The same step after an event of the provider was faster (D26). */
export function overtakenBy(step: Step, fence: string, entry?: TimelineEntry): LifecycleEvent {
  const { cloudMessageId, isHoldDue }: Partial<Extract<Step, { to: "submitted" }>> =
    step.to === "submitted" ? step : {};
  return { event: "overtaken", fence, entry, cloudMessageId, isHoldDue };
}
