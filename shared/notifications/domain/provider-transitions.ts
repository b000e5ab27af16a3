import { DUE, everywhere, type Transition } from "./transition.ts";

const OPEN = { pending: [], processing: [], submitted: [] } as const satisfies Transition["from"];
/** The earliest time of each kind of event stays, whatever the order in which they come. */
const REPORTED = {
  sentAtMs: "sentAtMs",
  deliveredAtMs: "deliveredAtMs",
  readAtMs: "readAtMs",
  failedAtMs: "failedAtMs",
  failure: "failure",
  providerMessageId: "providerMessageId",
  eventCount: "eventCount",
} as const satisfies Transition["set"];
/** A delivery is final: it overrules a reported failure, and a cancellation after an attempt whose answer was lost. */
const DELIVERED = {
  from: { ...OPEN, failed: [], canceled: [] },
  to: "sent",
  set: REPORTED,
  remove: ["lastError", ...DUE],
} as const;

/** The provider's events may come before our own record. An event that may not move a notification is only noted (`provider_noted`). */
export const PROVIDER_TRANSITIONS = {
  provider_accepted: {
    means: "The provider reports that it accepted it",
    from: { pending: [], processing: [] },
    to: "submitted",
    set: REPORTED,
    remove: DUE,
  },
  provider_sent: {
    means: "The provider reports it sent. This does not undo a failure",
    rules: "S-chat-sent, S-event-sent",
    from: OPEN,
    to: "sent",
    set: REPORTED,
    remove: ["lastError", ...DUE],
  },
  provider_delivered: { means: "The provider reports it delivered", rules: "D26", ...DELIVERED },
  provider_read: { means: "The provider reports it read", rules: "D26", ...DELIVERED },
  provider_failed: {
    means: "The provider reports a failure. This does not undo a delivery",
    rules: "S-event-failed, D26",
    from: {
      pending: ["isNotDelivered"],
      processing: ["isNotDelivered"],
      submitted: ["isNotDelivered"],
      sent: ["isNotDelivered"],
    },
    to: "failed",
    set: { ...REPORTED, lastError: "cause" },
    remove: DUE,
  },
  provider_noted: {
    means: "The provider reports what may not move it: only the event's time is noted",
    rules: "S-event-later",
    from: everywhere(),
    set: REPORTED,
  },
} as const satisfies Readonly<Record<string, Transition>>;
