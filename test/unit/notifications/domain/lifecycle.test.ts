import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { awaitingApproval } from "../../../../shared/notifications/domain/approval.ts";
import { LIFECYCLE, type Transition } from "../../../../shared/notifications/domain/lifecycle.ts";
import { changeOf } from "../../../../shared/notifications/domain/lifecycle-change.ts";
import type { LifecycleEvent } from "../../../../shared/notifications/domain/lifecycle-event.ts";
import { type Approval, isFinal, STATUSES, type Status } from "../../../../shared/notifications/domain/notification.ts";
import { aNotification, anEmail } from "../../../support/builders.ts";
import { aChatContent } from "../../../support/chat-builders.ts";
import { fakeClock } from "../../../support/fake-clock.ts";
import { inMemoryNotificationStore, type StoredNotification } from "../../../support/in-memory-notification-store.ts";
import { afterChange, type LifecycleState } from "../../../support/lifecycle-state.ts";
import {
  approvalWalk,
  chatWalk,
  emailWalk,
  FIRST_TIME_MS,
  LEASE_MS,
  type WalkStep,
} from "../../../support/lifecycle-walk.ts";
import { Walker } from "../../../support/lifecycle-walker.ts";

const transitions: readonly (readonly [string, Transition])[] = Object.entries(LIFECYCLE);
const statusesIn = ({ from }: Transition) => STATUSES.filter((status) => from[status] !== undefined);
/** Returns the statuses that these transitions reach from a start, in any number of steps. */
function reached(start: Status, allowed: readonly Transition[]): ReadonlySet<Status> {
  const found = new Set([start]);
  for (const status of found)
    for (const { from, to } of allowed) if (to !== undefined && from[status] !== undefined) found.add(to);
  return found;
}
const all = transitions.map(([, transition]) => transition);

describe("LIFECYCLE", () => {
  it("leads from acceptance to every status, and from every status that is not final to both ends of an attempt", () => {
    expect(LIFECYCLE.accepted).toMatchObject({ from: {}, to: "pending" });
    for (const status of STATUSES) {
      expect(reached("pending", all)).toContain(status);
      if (!isFinal(status)) expect([...reached(status, all)]).toEqual(expect.arrayContaining(["sent", "failed"]));
    }
  });

  it("has a way for every event: some status in which it may happen, and none that it leads back to itself but a new claim, another time, a retry made now and an approval", () => {
    for (const [name, transition] of transitions) {
      if (name === "accepted" || name === "approval_requested") continue;
      expect([name, statusesIn(transition).length > 0]).toEqual([name, true]);
      const itself = ["claimed", "rescheduled", "moved_unapproved", "hastened", "approved"];
      if (itself.includes(name) || transition.to === undefined) continue;
      expect([name, statusesIn(transition)]).not.toEqual([name, expect.arrayContaining([transition.to])]);
    }
  });

  it("leaves what is final to the provider and to an operator, and what is submitted to the provider alone", () => {
    const leaving = (status: Status) =>
      transitions.flatMap(([name, { from, to }]) => (to !== undefined && from[status] !== undefined ? [name] : []));
    expect(leaving("sent")).toEqual(["provider_failed"]);
    expect(leaving("failed")).toEqual(["redriven", "provider_delivered", "provider_read"]);
    expect(leaving("canceled")).toEqual(["provider_delivered", "provider_read"]);
    expect(leaving("submitted")).toEqual(["provider_sent", "provider_delivered", "provider_read", "provider_failed"]);
  });
});

const NOW = 1_000_000;
const AT = new Date(NOW).toISOString();
const MOMENT = { nowMs: NOW, leaseMs: LEASE_MS };
const stateAfter = (state: LifecycleState, event: LifecycleEvent) => afterChange(state, changeOf(event, MOMENT));

const pending = { status: "pending", attempts: 1, maxAttempts: 3, nextAt: NOW, dueAt: NOW + 5, dueList: "fresh" };
const lease = { fence: "f", leaseUntil: NOW + LEASE_MS };
const processing = { ...pending, ...lease, status: "processing", attempts: 2 };
const closed = { attempts: 2, maxAttempts: 3, updatedAt: AT };
const entry = { at: AT, attempt: 2, to: "sent", durationMs: 1 } as const;
const recipients = [{ to: 0, result: "refused" }] as const;
const waiting = { nextAt: NOW + 30_000, dueAt: NOW + 30_000 + LEASE_MS, dueList: "fresh" };
const told = { eventCount: 1 };

const undecided = {
  ...{ status: "pending", attempts: 0, maxAttempts: 3, nextAt: NOW, approval: "requested", approvalUntil: NOW + 9 },
  ...{ dueAt: NOW + 9, dueList: "scheduled" },
};
const decidedAs = <To extends Approval>(approval: To) => ({ approval, decisionId: "d" });
const decision = { attempts: 0, maxAttempts: 3, updatedAt: AT, decidedAtMs: NOW, decisionId: "d" };
const released = { ...decision, status: "pending", approval: "approved", nextAt: NOW };
const decided = (approval: Approval) => ({ ...decision, status: "canceled", approval });

const HAPPENS: Readonly<Record<string, readonly [LifecycleState, LifecycleEvent, LifecycleState]>> = {
  "a claim counts the attempt, and the sweep looks when the lease ends (S-claimed, D19)": [
    pending,
    { event: "claimed", fence: "f", seenDueAt: undefined },
    { ...processing, updatedAt: AT, dueAt: NOW + LEASE_MS + 1, dueList: "leased" },
  ],
  "a claim leaves the sweep's next look where it is in time": [
    pending,
    { event: "claimed", fence: "f", seenDueAt: NOW + 5 },
    { ...processing, updatedAt: AT },
  ],
  "a claim comes up to a second early": [
    { ...pending, nextAt: NOW + 1000 },
    { event: "claimed", fence: "f", seenDueAt: NOW + 5 },
    { ...processing, nextAt: NOW + 1000, updatedAt: AT },
  ],
  "a claim takes over from a worker whose lease is over": [
    { ...processing, fence: "dead", leaseUntil: NOW - 1 },
    { event: "claimed", fence: "f", seenDueAt: NOW + 5 },
    { ...processing, attempts: 3, updatedAt: AT },
  ],
  "what is sent has no error and nothing for the sweep (S-email-sent)": [
    { ...processing, lastError: "451", recipients },
    { event: "sent", fence: "f", entry },
    { ...closed, status: "sent", history: [entry] },
  ],
  "what is sent keeps who did not get it": [
    { ...processing, history: [entry] },
    { event: "sent", fence: "f", entry, recipients },
    { ...closed, status: "sent", recipients, history: [entry, entry] },
  ],
  "what the provider took waits for its events (S-submitted)": [
    { ...processing, lastError: "no answer" },
    { event: "submitted", fence: "f", entry, cloudMessageId: "c", isAssignmentDue: true },
    {
      ...{ ...closed, status: "submitted", lastError: "no answer", cloudMessageId: "c" },
      ...{ isAssignmentDue: true, history: [entry] },
    },
  ],
  "a retry keeps its cause, and who has the mail already (S-retry, D20)": [
    { ...processing, recipients },
    { event: "retry_scheduled", fence: "f", entry, cause: "451", retryInSeconds: 30 },
    { ...closed, ...waiting, status: "pending", lastError: "451", recipients, history: [entry] },
  ],
  "a postponed attempt was none, and keeps the error before it": [
    { ...processing, lastError: "451" },
    { event: "postponed", fence: "f", cause: undefined, retryInSeconds: 30 },
    { ...closed, ...waiting, status: "pending", attempts: 1, lastError: "451" },
  ],
  "a failure keeps its cause (S-failed, D21)": [
    processing,
    { event: "failed", fence: "f", entry, cause: "550", recipients },
    { ...closed, status: "failed", lastError: "550", recipients, history: [entry] },
  ],
  "a result that an event has overtaken moves nothing (D26)": [
    { ...lease, status: "sent", attempts: 2 },
    { event: "overtaken", fence: "f", entry, cloudMessageId: "c", isAssignmentDue: true },
    { status: "sent", attempts: 2, cloudMessageId: "c", isAssignmentDue: true, history: [entry] },
  ],
  "what waits for its account is looked at by the sweep later": [
    { ...pending, dueList: "waiting" },
    { event: "waiting", accountId: "a", seenDueAt: NOW + 5, lookAt: NOW + 9 },
    { ...pending, waitsFor: "a", dueAt: NOW + 9 },
  ],
  "what waits for its account stays in its list where the sweep looks late enough": [
    { ...pending, dueList: "waiting" },
    { event: "waiting", accountId: "a", seenDueAt: NOW + 5, lookAt: undefined },
    { ...pending, waitsFor: "a", dueList: "waiting" },
  ],
  "what could not be claimed waits no longer": [{ ...pending, waitsFor: "a" }, { event: "waiting_ended" }, pending],
  "the sweep moves its look, whatever the status": [
    processing,
    { event: "swept", seenDueAt: NOW + 5, lookAt: NOW + 9, list: "waiting" },
    { ...processing, dueAt: NOW + 9, dueList: "waiting" },
  ],
  "a crash is noted while it is open": [
    processing,
    { event: "crash_noted", crash: "TypeError" },
    { ...processing, lastCrash: "TypeError" },
  ],
  "what nobody has is given up": [
    pending,
    { event: "given_up", cause: "crashed" },
    { ...closed, attempts: 1, status: "failed", lastError: "crashed" },
  ],
  "what a dead worker has is given up": [
    { ...processing, leaseUntil: NOW - 1 },
    { event: "given_up", cause: "interrupted" },
    { ...closed, status: "failed", lastError: "interrupted" },
  ],
  "a dead letter is moved back with all its attempts before it": [
    { ...closed, status: "failed", lastError: "crashed", lastCrash: "TypeError", history: [entry] },
    { event: "redriven", causes: ["interrupted", "crashed"] },
    {
      ...{ ...closed, status: "pending", attempts: 0, lastError: "crashed" },
      ...{ nextAt: NOW, dueAt: NOW + LEASE_MS, dueList: "fresh" },
    },
  ],
  "what is canceled has nothing for the sweep (D42)": [
    { ...pending, attempts: 0 },
    { event: "canceled" },
    { ...closed, status: "canceled", attempts: 0 },
  ],
  "what is canceled while a retry waits keeps its error": [
    { ...pending, ...waiting, lastError: "451" },
    { event: "canceled" },
    { ...closed, status: "canceled", attempts: 1, lastError: "451" },
  ],
  "a retry that waits is made now, and keeps its error (D20)": [
    { ...pending, ...waiting, lastError: "451", history: [entry] },
    { event: "hastened" },
    { ...pending, dueAt: NOW + LEASE_MS, updatedAt: AT, lastError: "451", history: [entry] },
  ],
  "what was scheduled is moved, and the queue takes it (D42)": [
    { ...pending, attempts: 0, sendAt: "later", ttl: 1 },
    { event: "rescheduled", sendAt: "soon", leavesAtMs: NOW + 30_000, ttl: 2 },
    { ...pending, ...waiting, attempts: 0, updatedAt: AT, sendAt: "soon", movedAtMs: NOW, ttl: 2 },
  ],
  "what is moved too far ahead for the queue is the sweep's (D42)": [
    { ...pending, attempts: 0, sendAt: "soon" },
    { event: "rescheduled", sendAt: "later", leavesAtMs: NOW + 3_600_000, ttl: 2 },
    {
      ...{ ...pending, attempts: 0, updatedAt: AT, sendAt: "later", movedAtMs: NOW, ttl: 2 },
      ...{ nextAt: NOW + 3_600_000, dueAt: NOW + 3_000_000, dueList: "scheduled" },
    },
  ],
  "what is moved to the past leaves now (D42)": [
    { ...pending, attempts: 0, sendAt: "later", nextAt: NOW + 9 },
    { event: "rescheduled", sendAt: "past", leavesAtMs: NOW - 9, ttl: 2 },
    {
      ...{ ...pending, attempts: 0, updatedAt: AT, sendAt: "past", movedAtMs: NOW, ttl: 2 },
      ...{ nextAt: NOW, dueAt: NOW + LEASE_MS },
    },
  ],
  "what is approved leaves at once, in other words too (D47e)": [
    undecided,
    { event: "approved", ...decidedAs("approved"), leavesAtMs: undefined, seenSendAt: undefined, title: "Other" },
    { ...released, dueAt: NOW + LEASE_MS, dueList: "fresh", title: "Other" },
  ],
  "what is approved early leaves at its time (D47e)": [
    { ...undecided, sendAt: "later", nextAt: NOW + 3_600_000 },
    { event: "approved", ...decidedAs("approved"), leavesAtMs: NOW + 3_600_000, seenSendAt: "later" },
    {
      ...{ ...released, sendAt: "later", nextAt: NOW + 3_600_000 },
      ...{ dueAt: NOW + 3_000_000, dueList: "scheduled" },
    },
  ],
  "what is declined is over, with a reason (D47e)": [
    undecided,
    { event: "declined", ...decidedAs("declined"), cause: "declined by Ana" },
    { ...decided("declined"), lastError: "declined by Ana" },
  ],
  "what nobody decided about in time is over, with a reason (D47e)": [
    { ...undecided, approvalUntil: NOW },
    { event: "approval_expired", ...decidedAs("expired"), cause: "nobody" },
    { ...decided("expired"), lastError: "nobody" },
  ],
  "what its sender cancels while it waits has no error (D42, D47e)": [
    { ...undecided, approvalUntil: NOW },
    { event: "withdrawn", ...decidedAs("withdrawn") },
    decided("withdrawn"),
  ],
  "what is moved while it waits for a person still does (D47e)": [
    { ...undecided, sendAt: "later", ttl: 1 },
    { event: "moved_unapproved", sendAt: "soon", leavesAtMs: NOW - 5, ttl: 2 },
    { ...undecided, updatedAt: AT, sendAt: "soon", movedAtMs: NOW, ttl: 2 },
  ],
  "what is delivered was not canceled in time": [
    { ...closed, status: "canceled", lastError: "no answer" },
    { event: "provider_delivered", deliveredAtMs: 2, eventCount: 2 },
    { ...closed, status: "sent", deliveredAtMs: 2, eventCount: 2 },
  ],
  "an assignment is settled once": [
    { status: "sent", isAssignmentDue: true },
    { event: "assignment_settled", isAssignmentDue: false },
    { status: "sent", isAssignmentDue: false },
  ],
  "an acceptance that the provider reports ends the wait for an answer": [
    { ...pending, lastError: "no answer" },
    { event: "provider_accepted", ...told },
    { ...closed, ...told, attempts: 1, status: "submitted", lastError: "no answer" },
  ],
  "a report of sent clears the error (S-chat-sent, S-event-sent)": [
    { ...pending, lastError: "no answer" },
    { event: "provider_sent", sentAtMs: 1, providerMessageId: "w", ...told },
    { ...closed, ...told, attempts: 1, status: "sent", sentAtMs: 1, providerMessageId: "w" },
  ],
  "a report of failure leaves a worker its lease (S-event-failed)": [
    processing,
    { event: "provider_failed", failedAtMs: 1, failure: "131026", cause: "131026", ...told },
    { ...closed, ...lease, ...told, status: "failed", failedAtMs: 1, failure: "131026", lastError: "131026" },
  ],
  "what is delivered did not fail": [
    { ...closed, status: "failed", lastError: "131026", failedAtMs: 1, eventCount: 1 },
    { event: "provider_delivered", deliveredAtMs: 2, eventCount: 2 },
    { ...closed, status: "sent", failedAtMs: 1, deliveredAtMs: 2, eventCount: 2 },
  ],
  "what is read was sent": [
    { ...closed, status: "submitted" },
    { event: "provider_read", readAtMs: 2, ...told },
    { ...closed, ...told, status: "sent", readAtMs: 2 },
  ],
  "what moves nothing is noted (S-event-later)": [
    { status: "sent", sentAtMs: 1, eventCount: 1 },
    { event: "provider_noted", deliveredAtMs: 2, eventCount: 2 },
    { status: "sent", sentAtMs: 1, deliveredAtMs: 2, eventCount: 2 },
  ],
};

const REFUSED: Readonly<Record<string, readonly [LifecycleState, LifecycleEvent]>> = {
  "a retry now before the first attempt": [{ ...pending, attempts: 0 }, { event: "hastened" }],
  "a retry now in a worker's hands": [processing, { event: "hastened" }],
  "a retry now while the provider has to tell first (D23)": [
    { ...pending, ...waiting, awaitsReport: true },
    { event: "hastened" },
  ],
  "a retry now past the last attempt": [{ ...pending, attempts: 3 }, { event: "hastened" }],
  "a claim more than a second early": [
    { ...pending, nextAt: NOW + 1001 },
    { event: "claimed", fence: "f", seenDueAt: undefined },
  ],
  "a claim past the last attempt": [
    { ...pending, attempts: 3 },
    { event: "claimed", fence: "f", seenDueAt: undefined },
  ],
  "a claim of a dead worker's last attempt": [
    { ...processing, attempts: 3, leaseUntil: NOW - 1 },
    { event: "claimed", fence: "f", seenDueAt: undefined },
  ],
  "a claim while the lease runs": [
    { ...processing, leaseUntil: NOW },
    { event: "claimed", fence: "g", seenDueAt: undefined },
  ],
  "a claim of what has no time": [
    { status: "pending", attempts: 0, maxAttempts: 3 },
    { event: "claimed", fence: "f", seenDueAt: undefined },
  ],
  "a zombie's result": [processing, { event: "sent", fence: "zombie" }],
  "a result of what nobody holds": [
    { ...pending, status: "processing" },
    { event: "failed", fence: "f", cause: "550" },
  ],
  "a zombie's overtaken result": [
    { ...lease, status: "sent" },
    { event: "overtaken", fence: "zombie" },
  ],
  "an overtaken result while the lease is its worker's": [processing, { event: "overtaken", fence: "f" }],
  "waiting for its account when the sweep has looked since": [
    pending,
    { event: "waiting", accountId: "a", seenDueAt: NOW, lookAt: NOW + 9 },
  ],
  "waiting for its account while a worker has it": [
    processing,
    { event: "waiting", accountId: "a", seenDueAt: undefined, lookAt: NOW + 9 },
  ],
  "waiting for its account before its time": [
    { ...pending, nextAt: NOW + 60_000 },
    { event: "waiting", accountId: "a", seenDueAt: undefined, lookAt: NOW + 9 },
  ],
  "a second sweep": [pending, { event: "swept", seenDueAt: NOW, lookAt: NOW + 9, list: "waiting" }],
  "a note of a crash on what is finished": [{ status: "sent" }, { event: "crash_noted", crash: "TypeError" }],
  "a give-up of what a living worker has": [
    { ...processing, leaseUntil: NOW },
    { event: "given_up", cause: "crashed" },
  ],
  "a redrive of what failed for another cause": [
    { status: "failed", lastError: "550" },
    { event: "redriven", causes: ["crashed"] },
  ],
  "a redrive of what the provider has reported sent": [
    { status: "failed", lastError: "crashed", sentAtMs: 1 },
    { event: "redriven", causes: ["crashed"] },
  ],
  "a failure after a delivery": [
    { status: "sent", deliveredAtMs: 1 },
    { event: "provider_failed", cause: "131026", ...told },
  ],
  "a failure after a reading": [
    { status: "sent", readAtMs: 1 },
    { event: "provider_failed", cause: "131026", ...told },
  ],
  "a cancellation of what a worker has": [processing, { event: "canceled" }],
  "a cancellation of what the provider has": [{ status: "submitted" }, { event: "canceled" }],
  "a cancellation of what is sent": [{ status: "sent" }, { event: "canceled" }],
  "a claim of what is canceled": [
    { status: "canceled", attempts: 0, maxAttempts: 3 },
    { event: "claimed", fence: "f", seenDueAt: undefined },
  ],
  "another time for what was given none": [
    { ...pending, attempts: 0 },
    { event: "rescheduled", sendAt: "later", leavesAtMs: NOW, ttl: 2 },
  ],
  "another time after an attempt": [
    { ...pending, sendAt: "soon" },
    { event: "rescheduled", sendAt: "later", leavesAtMs: NOW, ttl: 2 },
  ],
  "another time for what is canceled": [
    { status: "canceled", attempts: 0, sendAt: "soon" },
    { event: "rescheduled", sendAt: "later", leavesAtMs: NOW, ttl: 2 },
  ],
  "a claim of what waits for a person (D47e)": [undecided, { event: "claimed", fence: "f", seenDueAt: undefined }],
  "a give-up of what waits for a person": [undecided, { event: "given_up", cause: "crashed" }],
  "a retry now of what waits for a person": [undecided, { event: "hastened" }],
  "waiting for its account while it waits for a person": [
    undecided,
    { event: "waiting", accountId: "a", seenDueAt: undefined, lookAt: NOW + 9 },
  ],
  "a release of what waits for a person by another time": [
    { ...undecided, sendAt: "later" },
    { event: "rescheduled", sendAt: "soon", leavesAtMs: NOW, ttl: 2 },
  ],
  "a plain cancellation of what waits for a person": [undecided, { event: "canceled" }],
  "an approval when the time for it is over": [
    { ...undecided, approvalUntil: NOW },
    { event: "approved", ...decidedAs("approved"), leavesAtMs: undefined, seenSendAt: undefined },
  ],
  "an approval for a time that its sender has moved": [
    { ...undecided, sendAt: "later" },
    { event: "approved", ...decidedAs("approved"), leavesAtMs: NOW, seenSendAt: "soon" },
  ],
  "an expiry while somebody may still decide": [
    undecided,
    { event: "approval_expired", ...decidedAs("expired"), cause: "nobody" },
  ],
  ...Object.fromEntries(
    (["approved", "canceled"] as const).flatMap((what) => {
      const state = what === "approved" ? released : decided("declined");
      const events: readonly LifecycleEvent[] = [
        { event: "approved", ...decidedAs("approved"), leavesAtMs: undefined, seenSendAt: undefined },
        { event: "declined", ...decidedAs("declined"), cause: "declined by Ana" },
        { event: "approval_expired", ...decidedAs("expired"), cause: "nobody" },
        { event: "withdrawn", ...decidedAs("withdrawn") },
        { event: "moved_unapproved", sendAt: "soon", leavesAtMs: NOW, ttl: 2 },
      ];
      return events.map((event) => [`${event.event} of what is ${what} already (D47e)`, [state, event] as const]);
    }),
  ),
  "anything at all on what was never accepted": [{}, { event: "given_up", cause: "crashed" }],
};

describe("what an event does", () => {
  it.each(Object.entries(HAPPENS))("%s", (_what, [state, event, expected]) => {
    expect(stateAfter(state, event)).toEqual(expected);
  });

  it.each(Object.entries(REFUSED))("refuses %s", (_what, [state, event]) => {
    expect(stateAfter(state, event)).toBeUndefined();
  });

  it("makes what is accepted due from the start (S-created, D22)", () => {
    const { cases, set } = changeOf({ event: "accepted", leavesAtMs: undefined }, MOMENT);
    expect(cases).toEqual([]);
    const due = { nextAt: NOW, dueAt: NOW + LEASE_MS, dueList: "fresh" };
    expect(set).toEqual({ status: "pending", updatedAt: AT, ...due });
  });

  it("makes what is to leave tomorrow due for the sweep before that (D42)", () => {
    const { set } = changeOf({ event: "accepted", leavesAtMs: NOW + 86_400_000 }, MOMENT);
    const due = { nextAt: NOW + 86_400_000, dueAt: NOW + 86_400_000 - 600_000, dueList: "scheduled" };
    expect(set).toEqual({ status: "pending", updatedAt: AT, ...due });
  });

  it("makes what waits for a person due when the time for the decision is over (D47e)", () => {
    const approvalUntil = NOW + 86_400_000;
    const event = { event: "approval_requested", approval: "requested", approvalUntil, leavesAtMs: undefined } as const;
    const { cases, set } = changeOf(event, MOMENT);
    expect(cases).toEqual([]);
    const due = { nextAt: NOW, dueAt: approvalUntil, dueList: "scheduled" };
    expect(set).toEqual({ status: "pending", updatedAt: AT, approval: "requested", approvalUntil, ...due });
  });

  it("takes no event that does not bring along what its guard compares", () => {
    const nameless = { event: "sent" } as unknown as LifecycleEvent;
    expect(() => changeOf(nameless, MOMENT)).toThrow("compares fence with fence");
  });
});

/** Returns every state of a sequence of changes, each with the change that led to it. */
async function statesOf(channel: "chat" | "email" | "approval", steps: readonly WalkStep[]) {
  const clock = fakeClock();
  const content = aChatContent();
  const chat = channel === "chat" ? { conversationId: content.conversationId } : {};
  const sendAt = new Date(clock.now() + FIRST_TIME_MS).toISOString();
  const waits = channel === "approval" ? awaitingApproval(clock.now()) : {};
  const by = channel === "chat" ? "chat" : "email";
  const notification = aNotification({ channel: by, maxAttempts: 3, sendAt, ...chat, ...waits });
  const store = inMemoryNotificationStore({ clock, leaseMs: LEASE_MS });
  await store.add(notification, channel === "chat" ? content : anEmail());
  const walker = new Walker(store, notification, () => clock.now());
  const state = (): StoredNotification => {
    const found = store.stored(notification);
    if (found === undefined) throw new Error("the notification is gone");
    return found;
  };
  const states: { readonly step: WalkStep; readonly before: StoredNotification; readonly now: StoredNotification }[] =
    [];
  for (const step of steps) {
    clock.advance(step.do === "wait" ? step.ms : 1);
    const before = state();
    await walker.take(step);
    states.push({ step, before, now: state() });
  }
  return states;
}

describe.each([
  ["chat", chatWalk],
  ["email", emailWalk],
  ["approval", approvalWalk],
] as const)("on any walk through the lifecycle: %s", (channel, walk) => {
  const always = (holds: (state: Awaited<ReturnType<typeof statesOf>>[number]) => void) =>
    fc.assert(
      fc.asyncProperty(walk, async (steps) => {
        for (const one of await statesOf(channel, steps)) holds(one);
      }),
      { numRuns: 300 },
    );

  it("attempts are between none and the maximum", async () => {
    await always(({ now: { attempts, maxAttempts } }) => {
      expect(attempts).toBeGreaterThanOrEqual(0);
      expect(attempts).toBeLessThanOrEqual(maxAttempts);
    });
  });

  it("the sweep finds what is open, and nothing else", async () => {
    await always(({ now: { status, nextAt, dueAt, dueList } }) => {
      const isOpen = status === "pending" || status === "processing";
      expect([dueAt !== undefined, dueList !== undefined]).toEqual([isOpen, isOpen]);
      if (status === "pending" || !isOpen) expect(nextAt !== undefined).toBe(isOpen);
    });
  });

  it("what is being processed has a lease and a holder", async () => {
    await always(({ now: { status, fence, leaseUntil } }) => {
      if (status === "processing") expect([fence, leaseUntil]).not.toContain(undefined);
    });
  });

  it("what is sent has no error, and what failed has one", async () => {
    await always(({ now: { status, lastError } }) => {
      if (isFinal(status) && status !== "canceled") expect(lastError === undefined).toBe(status === "sent");
    });
  });

  it("what is final is moved by the provider and by a redrive alone, and reports move nothing back", async () => {
    await always(({ step, before, now }) => {
      if (before.status === now.status) return;
      if (isFinal(before.status)) expect(["report", "redrive"]).toContain(step.do);
      if (now.status === "canceled") expect(["cancel", "decide"]).toContain(step.do);
      if (now.status === "canceled") expect(before.status).toBe("pending");
      if (step.do !== "report") return;
      const rank = { pending: 0, processing: 0, submitted: 1, sent: 2, failed: 2, canceled: 2 };
      expect(rank[now.status]).toBeGreaterThanOrEqual(rank[before.status]);
      if (before.deliveredAtMs !== undefined) expect(now.status).toBe("sent");
    });
  });

  it("nothing is claimed before its time", async () => {
    await always(({ before, now }) => {
      if (now.attempts > before.attempts && before.status === "pending")
        expect(Date.parse(now.updatedAt)).toBeGreaterThanOrEqual((before.nextAt ?? 0) - 1000);
    });
  });

  it("what was tried has no other time any more", async () => {
    await always(({ before, now }) => {
      if (before.sendAt !== now.sendAt)
        expect([before.status, now.status, before.attempts]).toEqual(["pending", "pending", 0]);
    });
  });

  it("what waits for a person is pending, untried and not on the queue, until one decision (D47e)", async () => {
    await always(({ step, before, now }) => {
      if (channel !== "approval") return expect(now.approval).toBeUndefined();
      if (now.approvalUntil !== undefined) {
        const { status, attempts, dueAt, fence } = now;
        expect([status, attempts, fence, now.approval]).toEqual(["pending", 0, undefined, "requested"]);
        expect(dueAt).toBeGreaterThanOrEqual(now.approvalUntil);
      }
      if (now.attempts > before.attempts) expect(now.approval).toBe("approved");
      if (now.approval === before.approval) return;
      expect([before.approval, step.do]).toEqual(["requested", "decide"]);
      expect(now.status).toBe(now.approval === "approved" ? "pending" : "canceled");
    });
  });

  it("a zombie's late result changes nothing", async () => {
    await always(({ step, before, now }) => {
      if (step.do === "record" && step.claim > 0) expect(now).toEqual(before);
    });
  });
});
