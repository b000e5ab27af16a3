import type { Feedback } from "./feedback.ts";
import type { Approval, RecipientRecord, TimelineEntry } from "./notification.ts";
import type { DueList } from "./sweep.ts";

/** A worker gives its result with the fencing token by which it holds the notification. */
interface Held {
  readonly fence: string;
  readonly entry?: TimelineEntry | undefined;
}

interface Result extends Held {
  /** The results for single recipients. Undefined keeps the stored ones, but for `sent` it means that every recipient has the message. */
  readonly recipients?: readonly RecipientRecord[] | undefined;
}

interface End extends Result {
  /** The message left from this address; undefined when it is unknown or was never tried. */
  readonly leftFrom?: string | undefined;
}

interface Sending extends End {
  /** The provider gave the mail this id; undefined when none of its events will name the mail by it. */
  readonly mailId?: string | undefined;
}

interface Submission {
  readonly cloudMessageId?: string | undefined;
  readonly isAssignmentDue?: boolean | undefined;
}

/** Each decision has an id of its own, by which a write that is repeated finds that it was the one that decided. */
interface Decision<To extends Approval> {
  readonly approval: To;
  readonly decisionId: string;
}

export type ProviderEventName =
  | ("provider_accepted" | "provider_sent" | "provider_delivered" | "provider_read" | "provider_failed")
  | "provider_noted";

/** An event brings the facts that `LIFECYCLE` asks for. An undefined fact is unknown or unchanged. */
export type LifecycleEvent =
  /** When `leavesAtMs` is undefined, the notification leaves at once. */
  | { readonly event: "accepted"; readonly leavesAtMs: number | undefined }
  /** `approvalUntil` is the epoch millisecond until which a person may decide. */
  | {
      readonly event: "approval_requested";
      readonly approval: "requested";
      readonly approvalUntil: number;
      readonly leavesAtMs: number | undefined;
    }
  /** `seenSendAt` is the time of the sender that `leavesAtMs` was read from. Undefined `title` means that the words stay. */
  | (Decision<"approved"> & {
      readonly event: "approved";
      readonly leavesAtMs: number | undefined;
      readonly seenSendAt: string | undefined;
      readonly title?: string | undefined;
    })
  | (Decision<"declined"> & { readonly event: "declined"; readonly cause: string })
  | (Decision<"expired"> & { readonly event: "approval_expired"; readonly cause: string })
  | (Decision<"withdrawn"> & { readonly event: "withdrawn" })
  | { readonly event: "moved_unapproved"; readonly sendAt: string; readonly leavesAtMs: number; readonly ttl: number }
  /** `seenDueAt` is the time of the sweep's next look that the queue message has. */
  | { readonly event: "claimed"; readonly fence: string; readonly seenDueAt: number | undefined }
  | (Sending & { readonly event: "sent" })
  | (Held & Submission & { readonly event: "submitted" | "overtaken" })
  | (Result & {
      readonly event: "retry_scheduled";
      readonly cause: string;
      readonly retryInSeconds: number;
      readonly awaitsReport?: true | undefined;
    })
  | (Held & { readonly event: "postponed"; readonly cause: string | undefined; readonly retryInSeconds: number })
  | (End & { readonly event: "failed"; readonly cause: string })
  | (Result & { readonly event: "left_out"; readonly cause: string })
  | (Result & { readonly event: "left_out_of_rest" })
  /** `lookAt` is undefined when the sweep's next look is late enough already. */
  | {
      readonly event: "waiting";
      readonly accountId: string;
      readonly seenDueAt: number | undefined;
      readonly lookAt: number | undefined;
    }
  | { readonly event: "waiting_ended" }
  | { readonly event: "swept"; readonly seenDueAt: number; readonly lookAt: number; readonly list: DueList }
  | { readonly event: "canceled" | "hastened" }
  /** `ttl` is the epoch second until which the record is kept. */
  | { readonly event: "rescheduled"; readonly sendAt: string; readonly leavesAtMs: number; readonly ttl: number }
  | { readonly event: "crash_noted"; readonly crash: string }
  | { readonly event: "given_up"; readonly cause: string }
  /** The notification must have been given up for one of these `causes`. */
  | { readonly event: "redriven"; readonly causes: readonly string[] }
  | { readonly event: "assignment_settled"; readonly isAssignmentDue: false }
  | { readonly event: "feedback_noted"; readonly feedback: Feedback }
  | {
      readonly event: ProviderEventName;
      readonly cause?: string | undefined;
      readonly eventCount: number;
      readonly providerMessageId?: string | undefined;
      readonly sentAtMs?: number | undefined;
      readonly deliveredAtMs?: number | undefined;
      readonly readAtMs?: number | undefined;
      readonly failedAtMs?: number | undefined;
      readonly failure?: string | undefined;
    };
