import type { FeedbackAttribute } from "./feedback.ts";

/** Stands in the table for the attribute of the report that an event brings. */
export const OF_FEEDBACK = "feedback_";

/** These attributes of a notification change after its acceptance; the names are those of the stored item. */
export type NamedAttribute =
  | ("status" | "attempts" | "maxAttempts" | "updatedAt" | "lastError" | "lastCrash" | "recipients" | "history")
  | ("fence" | "leaseUntil" | "nextAt" | "dueAt" | "dueList" | "waitsFor")
  | ("cloudMessageId" | "providerMessageId" | "isAssignmentDue" | "eventCount" | "awaitsReport")
  | ("sentAtMs" | "deliveredAtMs" | "readAtMs" | "failedAtMs" | "failure")
  | ("sendAt" | "movedAtMs" | "ttl" | "leftFrom" | "title" | "mailId")
  | ("approval" | "approvalUntil" | "decidedAtMs" | "decisionId")
  | typeof OF_FEEDBACK;

/** Each report has an attribute of its own. */
export type Attribute = NamedAttribute | FeedbackAttribute;

/** The values that an event sets or compares with. The event contains them, or they follow from the present time. */
export type ValueName =
  | (
      | "fence"
      | "cause"
      | "causes"
      | "crash"
      | "recipients"
      | "feedback"
      | "leftFrom"
      | "mailId"
      | "cloudMessageId"
      | "providerMessageId"
      | "isAssignmentDue"
      | "awaitsReport"
    )
  | ("sentAtMs" | "deliveredAtMs" | "readAtMs" | "failedAtMs" | "failure" | "eventCount" | "seenEventCount")
  | ("seenDueAt" | "lookAt" | "list" | "freshList" | "leasedList" | "accountId")
  | ("now" | "realNow" | "soon" | "firstLook" | "leaseEnd" | "lookAfterLease" | "retryAt" | "lookAfterRetry")
  | ("sendAt" | "leavesAt" | "lookByDeparture" | "departureList" | "ttl" | "none")
  | ("approval" | "approvalUntil" | "decisionId" | "seenSendAt" | "expiryList" | "title");

/**
 * Compares an attribute with a value or another attribute. An absent attribute equals nothing. `= if known` holds as well when the
 * event does not have the value; `= as seen` holds as well when the event saw no such attribute and the notification has none.
 */
export interface Comparison {
  readonly attribute: NamedAttribute;
  readonly is: "=" | "<" | "<=" | ">" | "in" | "absent" | "present" | "= if known" | "= as seen";
  readonly value?: ValueName;
  readonly other?: NamedAttribute;
}

interface GuardEntry {
  /** This phrase is printed in docs/lifecycle.md. */
  readonly means: string;
  readonly all: readonly Comparison[];
}

/** A transition may demand these conditions besides the status. */
export const GUARDS = {
  isDue: {
    means: "its time has come",
    all: [{ attribute: "nextAt", is: "<=", value: "soon" }],
  },
  isLeaseOver: {
    means: "its worker's lease is over",
    all: [{ attribute: "leaseUntil", is: "<", value: "realNow" }],
  },
  hasAttemptsLeft: {
    means: "an attempt is left",
    all: [{ attribute: "attempts", is: "<", other: "maxAttempts" }],
  },
  isUntried: {
    means: "no attempt was made",
    all: [{ attribute: "attempts", is: "=", value: "none" }],
  },
  wasTried: {
    means: "an attempt was made",
    all: [{ attribute: "attempts", is: ">", value: "none" }],
  },
  wasScheduled: {
    means: "its sender gave a time",
    all: [{ attribute: "sendAt", is: "present" }],
  },
  isReleased: {
    means: "it does not wait for a person",
    all: [{ attribute: "approvalUntil", is: "absent" }],
  },
  awaitsApproval: {
    means: "it waits for a person",
    all: [{ attribute: "approvalUntil", is: "present" }],
  },
  isDecidable: {
    means: "a person may still decide",
    all: [{ attribute: "approvalUntil", is: ">", value: "now" }],
  },
  isApprovalOver: {
    means: "nobody has decided in time",
    all: [{ attribute: "approvalUntil", is: "<=", value: "now" }],
  },
  isTimeAsSeen: {
    means: "its sender has not moved it in between",
    all: [{ attribute: "sendAt", is: "= as seen", value: "seenSendAt" }],
  },
  isHolder: {
    means: "the worker holds the fencing token",
    all: [{ attribute: "fence", is: "=", value: "fence" }],
  },
  isLookStillDue: {
    means: "nobody has moved the sweep's next look",
    all: [{ attribute: "dueAt", is: "= if known", value: "seenDueAt" }],
  },
  isReported: {
    means: "no event of the provider is to tell first whether it was taken",
    all: [{ attribute: "awaitsReport", is: "absent" }],
  },
  isDeadLetter: {
    means: "it was given up",
    all: [{ attribute: "lastError", is: "in", value: "causes" }],
  },
  isNotReportedSent: {
    means: "the provider has not reported it sent",
    all: [{ attribute: "sentAtMs", is: "absent" }],
  },
  isNews: {
    means: "nothing of the kind was reported of this recipient",
    all: [{ attribute: OF_FEEDBACK, is: "absent" }],
  },
  isNotDelivered: {
    means: "it was neither delivered nor read",
    all: [
      { attribute: "deliveredAtMs", is: "absent" },
      { attribute: "readAtMs", is: "absent" },
    ],
  },
  isAsSeen: {
    means: "no other event of the provider came in between",
    all: [{ attribute: "eventCount", is: "= as seen", value: "seenEventCount" }],
  },
} as const satisfies Readonly<Record<string, GuardEntry>>;

export type Guard = keyof typeof GUARDS;

/** Collects the comparisons of these guards, in order. */
export const comparisonsOf = (guards: readonly Guard[]): readonly Comparison[] =>
  guards.flatMap((guard): readonly Comparison[] => GUARDS[guard].all);
