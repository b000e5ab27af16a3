import { OF_FEEDBACK } from "./lifecycle-guards.ts";
import { PROVIDER_TRANSITIONS } from "./provider-transitions.ts";
import { DUE, everywhere, LEASE, type Transition } from "./transition.ts";

export type { Transition } from "./transition.ts";

const RETRY = { nextAt: "retryAt", dueAt: "lookAfterRetry", dueList: "freshList" } as const;
const START = { nextAt: "now", dueAt: "firstLook", dueList: "freshList" } as const;
const DEPARTURE = { nextAt: "leavesAt", dueAt: "lookByDeparture", dueList: "departureList" } as const;
/** A decision ends the wait for a person. */
const DECISION = { approval: "approval", decidedAtMs: "now", decisionId: "decisionId" } as const;
/** Only the worker that holds the fencing token records a result. A worker that lost its lease can change nothing. */
const IN_HAND = { processing: ["isHolder"] } as const satisfies Transition["from"];
/**
 * The table of every transition of a notification. The stores compile their conditions and changes from this table, and
 * docs/lifecycle.md prints it. Events of the provider may come before our own record. An event that may not move a notification is only
 * noted (`provider_noted`).
 */
export const LIFECYCLE = {
  accepted: {
    means:
      "A request is accepted. It is due from the start: the sweep finds it when the queue loses it, or when its time comes near",
    rules: "S-created, D22, D42",
    from: {},
    to: "pending",
    set: DEPARTURE,
  },
  approval_requested: {
    means:
      "A request of a key that needs approval is accepted. It is due when nobody decides in time, and is not on the queue",
    rules: "D47e",
    from: {},
    to: "pending",
    set: {
      approval: "approval",
      approvalUntil: "approvalUntil",
      nextAt: "leavesAt",
      dueAt: "approvalUntil",
      dueList: "expiryList",
    },
  },
  approved: {
    means: "A person approves it, with other words or as it is: it leaves now, or at the time that its sender gave",
    rules: "D47e",
    from: { pending: ["isDecidable", "isTimeAsSeen"] },
    to: "pending",
    set: { ...DECISION, title: "title", ...DEPARTURE },
    remove: ["approvalUntil"],
  },
  declined: {
    means: "A person declines it",
    rules: "D47e",
    from: { pending: ["isDecidable"] },
    to: "canceled",
    set: { ...DECISION, lastError: "cause" },
    remove: ["approvalUntil", ...DUE],
  },
  approval_expired: {
    means: "Nobody has decided about it in time",
    rules: "D47e",
    from: { pending: ["isApprovalOver"] },
    to: "canceled",
    set: { ...DECISION, lastError: "cause" },
    remove: ["approvalUntil", ...DUE],
  },
  withdrawn: {
    means: "Its sender cancels it while it waits for a person",
    rules: "D42, D47e",
    from: { pending: ["awaitsApproval"] },
    to: "canceled",
    set: DECISION,
    remove: ["approvalUntil", ...DUE],
  },
  moved_unapproved: {
    means: "Its sender moves it to another time while it waits for a person: it still waits",
    rules: "D42, D47e",
    from: { pending: ["wasScheduled", "awaitsApproval"] },
    to: "pending",
    set: { sendAt: "sendAt", movedAtMs: "now", ttl: "ttl", nextAt: "leavesAt" },
  },
  claimed: {
    means: "A worker takes it for one attempt, or takes it over from a worker that died",
    rules: "S-claimed, D19",
    from: { pending: ["isDue", "isReleased", "hasAttemptsLeft"], processing: ["isLeaseOver", "hasAttemptsLeft"] },
    to: "processing",
    set: { fence: "fence", leaseUntil: "leaseEnd", dueAt: "lookAfterLease", dueList: "leasedList" },
    remove: ["awaitsReport", "waitsFor"],
    attempts: "one more",
  },
  sent: {
    means: "The mail server took it",
    rules: "S-email-sent",
    from: IN_HAND,
    to: "sent",
    set: { recipients: "recipients", leftFrom: "leftFrom", mailId: "mailId" },
    // If this attempt has no result for each single recipient, every recipient has the message, so the results of
    // earlier attempts are removed.
    remove: ["lastError", "recipients", ...LEASE, ...DUE],
    addsEntry: true,
  },
  submitted: {
    means: "The chat provider took it, and reports the rest by events",
    rules: "S-submitted",
    from: IN_HAND,
    to: "submitted",
    set: { cloudMessageId: "cloudMessageId", isAssignmentDue: "isAssignmentDue" },
    remove: [...LEASE, ...DUE],
    addsEntry: true,
  },
  retry_scheduled: {
    means: "The attempt failed, and another one may succeed",
    rules: "S-retry, D20",
    from: IN_HAND,
    to: "pending",
    set: { recipients: "recipients", lastError: "cause", awaitsReport: "awaitsReport", ...RETRY },
    remove: LEASE,
    addsEntry: true,
  },
  postponed: {
    means: "Nothing was tried: a limiter or an outage did not allow it",
    from: IN_HAND,
    to: "pending",
    set: { lastError: "cause", ...RETRY },
    remove: LEASE,
    attempts: "one taken back",
  },
  failed: {
    means: "The attempt failed, and another one cannot succeed or is not left",
    rules: "S-failed, D21",
    from: IN_HAND,
    to: "failed",
    set: { recipients: "recipients", lastError: "cause", leftFrom: "leftFrom" },
    remove: [...LEASE, ...DUE],
    addsEntry: true,
  },
  left_out: {
    means: "All its recipients are suppressed: nothing was tried",
    rules: "D45, D45d",
    from: IN_HAND,
    to: "failed",
    set: { recipients: "recipients", lastError: "cause" },
    remove: [...LEASE, ...DUE],
    attempts: "one taken back",
    addsEntry: true,
  },
  left_out_of_rest: {
    means: "Some recipients have it, and all others are suppressed by now: nothing was tried",
    rules: "D45d",
    from: IN_HAND,
    to: "sent",
    set: { recipients: "recipients" },
    remove: ["lastError", ...LEASE, ...DUE],
    attempts: "one taken back",
    addsEntry: true,
  },
  overtaken: {
    means: "A worker records its result after an event of the provider has moved it: the status stays",
    rules: "D26",
    from: {
      pending: ["isHolder"],
      submitted: ["isHolder"],
      sent: ["isHolder"],
      failed: ["isHolder"],
      canceled: ["isHolder"],
    },
    set: { cloudMessageId: "cloudMessageId", isAssignmentDue: "isAssignmentDue" },
    remove: LEASE,
    addsEntry: true,
  },
  canceled: {
    means: "Its sender cancels it, before its first attempt or while a retry waits",
    rules: "D23, D42",
    from: { pending: ["isReported", "isReleased"] },
    to: "canceled",
    remove: DUE,
  },
  rescheduled: {
    means: "Its sender moves it to another time",
    rules: "D42",
    from: { pending: ["isUntried", "wasScheduled", "isReleased"] },
    to: "pending",
    set: { sendAt: "sendAt", movedAtMs: "now", ttl: "ttl", ...DEPARTURE },
    remove: ["waitsFor"],
  },
  hastened: {
    means: "Its owner asks for the next attempt now, in place of the time that its retry waits for",
    rules: "D20",
    from: { pending: ["wasTried", "hasAttemptsLeft", "isReported"] },
    to: "pending",
    set: START,
  },
  waiting: {
    means: "Its account is busy: it waits, unclaimed, until a worker of the account becomes free, and its message ends",
    from: { pending: ["isDue", "isReleased", "isLookStillDue"] },
    set: { waitsFor: "accountId", dueAt: "lookAt", dueList: "freshList" },
  },
  waiting_ended: {
    means: "A worker that became free could not claim it: it no longer waits for its account",
    from: everywhere(),
    remove: ["waitsFor"],
  },
  swept: {
    means: "The sweep has looked at it, and moves its next look ahead",
    rules: "D22",
    from: everywhere("isLookStillDue"),
    set: { dueAt: "lookAt", dueList: "list" },
  },
  crash_noted: {
    means: "A worker crashed by it: its timeline keeps the kind of error",
    from: { pending: [], processing: [] },
    set: { lastCrash: "crash" },
  },
  given_up: {
    means: "It crashed its workers, or they died on every attempt: it becomes a dead letter",
    rules: "D22",
    // The queue may still have an earlier message of a notification that was moved or waits for a retry; `isDue` stops that message.
    from: { pending: ["isDue", "isReleased"], processing: ["isLeaseOver"] },
    to: "failed",
    set: { lastError: "cause" },
    remove: [...LEASE, ...DUE],
  },
  redriven: {
    means: "An operator moves the dead letter back, with all its attempts before it",
    // If the provider has reported the message as sent, another attempt would send it a second time.
    from: { failed: ["isDeadLetter", "isNotReportedSent"] },
    to: "pending",
    set: START,
    remove: ["history", "lastCrash"],
    attempts: "back to 0",
  },
  assignment_settled: {
    means: "The customer of a shared chat account is assigned to its owner: no later event has to do it",
    rules: "D28",
    from: everywhere(),
    set: { isAssignmentDue: "isAssignmentDue" },
  },
  feedback_noted: {
    means: "A mail that came back, or the mail's provider, tells what became of it for a recipient: the status stays",
    rules: "D45b, D45f",
    from: everywhere("isNews"),
    set: { [OF_FEEDBACK]: "feedback" },
  },
  ...PROVIDER_TRANSITIONS,
} as const satisfies Readonly<Record<string, Transition>>;

export type LifecycleEventName = keyof typeof LIFECYCLE;

export const transitionOf = (event: LifecycleEventName): Transition => LIFECYCLE[event];
