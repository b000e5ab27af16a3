import * as fc from "fast-check";
import type { Decision } from "../../shared/notifications/domain/decision.ts";
import type { Step } from "../../shared/notifications/domain/delivery.ts";
import { FEEDBACK_KINDS, type FeedbackKind } from "../../shared/notifications/domain/feedback.ts";
import { PROVIDER_EVENTS, type ReportedEvent } from "../../shared/notifications/domain/provider-status.ts";
import { anEmail } from "./builders.ts";

export const LEASE_MS = 90_000;
/**
 * The time at which the notification of a sequence of changes is first due. It is so early that the notification can be
 * claimed at once.
 */
export const FIRST_TIME_MS = 900;
const CAUSES = ["crashed", "interrupted"] as const;

/** The events of a notification that parts of the service can cause, in any order. A claim is named by its number. */
export type WalkStep =
  | { readonly do: "wait"; readonly ms: number }
  | { readonly do: "claim" | "put back"; readonly isDueKnown: boolean }
  | { readonly do: "record"; readonly claim: number; readonly step: Step; readonly hasEntry: boolean }
  | { readonly do: "report"; readonly event: ReportedEvent }
  | { readonly do: "feed back"; readonly kind: FeedbackKind; readonly to: number | undefined; readonly isDue: boolean }
  | { readonly do: "give up"; readonly cause: string }
  | { readonly do: "redrive"; readonly causes: readonly string[] }
  | { readonly do: "move"; readonly aheadMs: number }
  | { readonly do: "decide"; readonly decision: Decision }
  | { readonly do: "cancel" | "hasten" | "note crash" | "settle assignment" | "sweep" };

const recipients = fc.constantFrom(
  undefined,
  [{ to: 0, result: "accepted" as const }],
  [{ to: 1, result: "deferred" as const, text: "later" }],
);
const retryInSeconds = fc.constantFrom(0.5, 30, 300);
const step = fc.oneof(
  fc.record({ to: fc.constant("sent" as const), recipients }),
  fc.record({
    to: fc.constant("submitted" as const),
    cloudMessageId: fc.uuid(),
    isAssignmentDue: fc.constantFrom(undefined, true),
  }),
  fc.record({ to: fc.constant("pending" as const), lastError: fc.constant("later"), retryInSeconds, recipients }),
  fc.record({
    to: fc.constant("pending" as const),
    isPostponed: fc.constant(true as const),
    retryInSeconds,
    lastError: fc.constantFrom(undefined, "no answer"),
  }),
  fc.record({ to: fc.constant("failed" as const), lastError: fc.constantFrom("refused", ...CAUSES), recipients }),
);

const event = fc.record({
  event: fc.constantFrom(...PROVIDER_EVENTS),
  atMs: fc.integer({ min: 1, max: 5 }),
  cause: fc.constantFrom("131026", "131047", ...CAUSES),
  providerMessageId: fc.constantFrom(undefined, "wamid.1"),
});

const walkStep: fc.Arbitrary<WalkStep> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(1, 999, 30_000, LEASE_MS, LEASE_MS + 1, 4 * LEASE_MS),
    }),
  },
  { weight: 5, arbitrary: fc.record({ do: fc.constant("claim" as const), isDueKnown: fc.boolean() }) },
  {
    weight: 5,
    // Most steps use the newest claim; some use an older claim, of a worker that was taken for dead.
    arbitrary: fc.record({
      do: fc.constant("record" as const),
      claim: fc.constantFrom(0, 0, 0, 1, 2),
      step,
      hasEntry: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("report" as const), event }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("feed back" as const),
      kind: fc.constantFrom(...FEEDBACK_KINDS),
      to: fc.constantFrom(undefined, 0, 1),
      isDue: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("put back" as const), isDueKnown: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("give up" as const), cause: fc.constantFrom(...CAUSES) }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("redrive" as const), causes: fc.constantFrom(["crashed"], [...CAUSES]) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("move" as const),
      aheadMs: fc.constantFrom(-5000, 0, 500, 60_000, 840_000, 3_600_000),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("cancel", "hasten") }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom("note crash", "settle assignment", "sweep") }) },
);

const decision = fc.constantFrom<Decision>(
  { approval: "approved" },
  { approval: "approved", edited: { content: anEmail({ subject: "Other words" }), title: "Other words" } },
  { approval: "declined", cause: "declined by Ana" },
  { approval: "expired", cause: "nobody decided" },
  { approval: "withdrawn" },
);
/** What waits for a person goes through the same steps, decisions, and times up to the end of the time for a decision. */
const approvalStep: fc.Arbitrary<WalkStep> = fc.oneof(
  { weight: 3, arbitrary: walkStep },
  { weight: 1, arbitrary: fc.record({ do: fc.constant("decide" as const), decision }) },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("wait" as const), ms: fc.constantFrom(23 * 3_600_000, 3_600_000) }),
  },
);

/**
 * Generates sequences of changes. Only a chat message is submitted, and only its status is moved by the provider's reports; what comes back
 * is about mails.
 */
export const chatWalk = fc.array(
  walkStep.filter((one) => one.do !== "feed back"),
  { maxLength: 24 },
);
const isOfEmail = (one: WalkStep): boolean =>
  one.do !== "report" && !(one.do === "record" && one.step.to === "submitted");
export const emailWalk = fc.array(walkStep.filter(isOfEmail), { maxLength: 24 });
export const approvalWalk = fc.array(approvalStep.filter(isOfEmail), { maxLength: 24 });
