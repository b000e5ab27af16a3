/** The attributes of a notification that change after its acceptance, by the names under which they are stored. */
export type Attribute =
  | ("status" | "attempts" | "maxAttempts" | "updatedAt" | "lastError" | "lastCrash" | "recipients" | "history")
  | ("fence" | "leaseUntil" | "nextAt" | "dueAt" | "dueList" | "waitsFor")
  | ("cloudMessageId" | "providerMessageId" | "isHoldDue" | "eventCount" | "awaitsReport")
  | ("sentAtMs" | "deliveredAtMs" | "readAtMs" | "failedAtMs" | "failure")
  | ("sendAt" | "movedAtMs" | "ttl");

/** A value that an event sets, or compares with: a fact that it brings along, or one that follows from its moment. */
export type ValueName =
  | (
      | "fence"
      | "cause"
      | "causes"
      | "crash"
      | "recipients"
      | "cloudMessageId"
      | "providerMessageId"
      | "isHoldDue"
      | "awaitsReport"
    )
  | ("sentAtMs" | "deliveredAtMs" | "readAtMs" | "failedAtMs" | "failure" | "eventCount" | "seenEventCount")
  | ("seenDueAt" | "lookAt" | "list" | "freshList" | "leasedList" | "accountId")
  | ("now" | "soon" | "firstLook" | "leaseEnd" | "lookAfterLease" | "retryAt" | "lookAfterRetry")
  | ("sendAt" | "leavesAt" | "lookByDeparture" | "departureList" | "ttl" | "none");

/**
 * One comparison of an attribute with a value, or with another attribute. An attribute that is absent compares with nothing. `= if known`
 * holds for an event that does not know the value; `= as seen` holds when the event has seen the attribute absent, and it is.
 */
export interface Comparison {
  readonly attribute: Attribute;
  readonly is: "=" | "<" | "<=" | ">" | "in" | "absent" | "present" | "= if known" | "= as seen";
  readonly value?: ValueName;
  readonly other?: Attribute;
}

interface GuardEntry {
  /** A phrase of docs/lifecycle.md. */
  readonly means: string;
  readonly all: readonly Comparison[];
}

/** The conditions that may have to hold of a notification beside its status. */
export const GUARDS = {
  isDue: {
    means: "its time has come",
    all: [{ attribute: "nextAt", is: "<=", value: "soon" }],
  },
  isLeaseOver: {
    means: "its worker's lease is over",
    all: [{ attribute: "leaseUntil", is: "<", value: "now" }],
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

/** The comparisons of these guards, in order. */
export const comparisonsOf = (guards: readonly Guard[]): readonly Comparison[] =>
  guards.flatMap((guard): readonly Comparison[] => GUARDS[guard].all);
