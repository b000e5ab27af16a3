import { backoffSeconds } from "../../kernel/backoff.ts";
import type { LifecycleEvent } from "./lifecycle-event.ts";
import type { AttemptReport, ClaimedNotification, RecipientRecord, TimelineEntry } from "./notification.ts";

/** The outcome while a limit of the provider or the account does not allow sending. It counts neither as an attempt nor as a failure. */
export interface Postponed {
  readonly kind: "postponed";
  readonly retryInSeconds: number;
  /** `cause` is stored as the last error; absent when the notification only waits for a free connection of its account. */
  readonly cause?: string | undefined;
  readonly report?: undefined;
}

/** The attempt ended at our own check of the message, before anybody was asked. */
export const CHECK_STAGE = "check";

/** The provider was asked. `leftFrom` is the account's address at that time, which the account may change afterwards. */
interface Asked {
  readonly leftFrom?: string | undefined;
}

/** The provider took the mail. */
interface Taken extends Asked {
  /** The provider gave the mail this id, by which its events name the mail. */
  readonly mailId?: string | undefined;
}

export type AttemptOutcome =
  | ({
      readonly kind: "sent";
      readonly recipients?: readonly RecipientRecord[] | undefined;
      readonly report?: AttemptReport | undefined;
    } & Taken)
  /** The provider has accepted the message; events will report its delivery. */
  | {
      readonly kind: "accepted";
      readonly cloudMessageId: string;
      /** `isAssignmentDue` is set when the customer could not be assigned to the sender (D28); the next provider event repeats the assignment. */
      readonly isAssignmentDue?: boolean | undefined;
      readonly report?: AttemptReport | undefined;
    }
  | Postponed
  /** All recipients that do not have the message yet are suppressed, so nobody was asked (D45d). It is final and counts as no attempt. */
  | {
      readonly kind: "left_out";
      readonly cause: string;
      readonly recipients: readonly RecipientRecord[];
      readonly report?: undefined;
    }
  | ({
      readonly kind: "failed";
      readonly report?: AttemptReport | undefined;
      /** A terminal failure is not tried again (D21). */
      readonly isTerminal: boolean;
      readonly cause: string;
      readonly recipients?: readonly RecipientRecord[] | undefined;
      /** `awaitsReport` is set when the provider may have taken the message; a provider event may still say that it did (D23). */
      readonly awaitsReport?: true | undefined;
    } & Asked);

/** The step ends a notification whose attempt had nobody left, so the attempt that the claim counted is taken back. */
interface LeftOut {
  readonly isLeftOut?: true | undefined;
}

/** A step is the result to record, and the delay before the next attempt. A negative delay means that its time has passed. */
export type Step =
  | ({ readonly to: "sent"; readonly recipients?: readonly RecipientRecord[] | undefined } & Taken & LeftOut)
  | { readonly to: "submitted"; readonly cloudMessageId: string; readonly isAssignmentDue?: boolean | undefined }
  /** The notification waits without an attempt, so the attempt that the claim counted is taken back. */
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
  | ({
      readonly to: "failed";
      readonly lastError: string;
      readonly recipients?: readonly RecipientRecord[] | undefined;
    } & Asked &
      LeftOut);

export interface RetryPolicy {
  readonly baseSeconds: number;
  /** A random number in [0, 1), which spreads the retries (D20). */
  readonly random: number;
  /** So many seconds before the attempt, its time was passed by a move of its owner's clock. The delay of the retry counts from there. */
  readonly lateSeconds?: number;
}

/** Decides the step after one attempt. The claim has counted that attempt already. */
export function afterAttempt(claimed: ClaimedNotification, outcome: AttemptOutcome, retry: RetryPolicy): Step {
  switch (outcome.kind) {
    case "sent":
      return { to: "sent", recipients: outcome.recipients, leftFrom: outcome.leftFrom, mailId: outcome.mailId };
    case "accepted":
      return { to: "submitted", cloudMessageId: outcome.cloudMessageId, isAssignmentDue: outcome.isAssignmentDue };
    case "postponed":
      return {
        to: "pending",
        isPostponed: true,
        retryInSeconds: outcome.retryInSeconds,
        lastError: outcome.cause,
      };
    case "left_out":
      return afterLeavingOut(outcome);
    case "failed":
      return afterFailure(claimed, outcome, retry);
  }
}

const hasSomebody = (recipients: readonly RecipientRecord[] = []): boolean =>
  recipients.some((one) => one.result === "accepted");

function afterLeavingOut({ cause, recipients }: Extract<AttemptOutcome, { kind: "left_out" }>): Step {
  if (hasSomebody(recipients)) return { to: "sent", isLeftOut: true, recipients };
  return { to: "failed", isLeftOut: true, lastError: cause, recipients };
}

function afterFailure(
  claimed: ClaimedNotification,
  { isTerminal, cause, recipients, awaitsReport, leftFrom }: Extract<AttemptOutcome, { kind: "failed" }>,
  { baseSeconds, random, lateSeconds = 0 }: RetryPolicy,
): Step {
  if (!isTerminal && claimed.attempts < claimed.maxAttempts) {
    const retryInSeconds = backoffSeconds(claimed.attempts, baseSeconds, random) - lateSeconds;
    return { to: "pending", lastError: cause, retryInSeconds, recipients, ...(awaitsReport && { awaitsReport }) };
  }
  // When somebody has the mail, the notification counts as sent, and the records name those who were not reached (D21).
  if (hasSomebody(recipients)) return { to: "sent", recipients, leftFrom };
  return { to: "failed", lastError: causeOfPrimary(recipients) ?? cause, recipients, leftFrom };
}

/** The last error is about the primary recipient where that is suppressed (D45d). */
const causeOfPrimary = (recipients: readonly RecipientRecord[] = []): string | undefined =>
  recipients.find((one) => one.to === 0 && one.result === "suppressed")?.text;

/** Turns a step into a lifecycle event. Only the holder of the fencing token `fence` can apply it. */
export function eventOf(step: Step, fence: string, entry?: TimelineEntry): LifecycleEvent {
  switch (step.to) {
    case "sent":
      if (step.isLeftOut) return { event: "left_out_of_rest", fence, entry, recipients: step.recipients };
      return {
        event: "sent",
        fence,
        entry,
        recipients: step.recipients,
        leftFrom: step.leftFrom,
        mailId: step.mailId,
      };
    case "submitted":
      return {
        event: "submitted",
        fence,
        entry,
        cloudMessageId: step.cloudMessageId,
        isAssignmentDue: step.isAssignmentDue,
      };
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
      if (step.isLeftOut)
        return { event: "left_out", fence, entry, cause: step.lastError, recipients: step.recipients };
      return {
        event: "failed",
        fence,
        entry,
        cause: step.lastError,
        recipients: step.recipients,
        leftFrom: step.leftFrom,
      };
  }
}

/** Turns a step into a lifecycle event for a notification on which a provider event was recorded first (D26). */
export function overtakenBy(step: Step, fence: string, entry?: TimelineEntry): LifecycleEvent {
  const { cloudMessageId, isAssignmentDue }: Partial<Extract<Step, { to: "submitted" }>> =
    step.to === "submitted" ? step : {};
  return { event: "overtaken", fence, entry, cloudMessageId, isAssignmentDue };
}
