import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lookAtAssignment } from "../../../shared/conversations/customer-assignment.ts";
import {
  type Assignment,
  assignmentAfterSending,
  assignmentOfReceiver,
  isHeldByAnother,
} from "../../../shared/conversations/domain/assignment.ts";
import { SERVICE_WINDOW_MS } from "../../../shared/conversations/domain/service-window.ts";
import type { Owner } from "../../../shared/kernel/owner.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aChatAccount } from "../../support/chat-builders.ts";

const NOW = 10 * SERVICE_WINDOW_MS;
const [A, B, C] = [anOwner("a"), anOwner("b"), anOwner("c")];
const open = { owner: A, latestInboundAtMs: NOW - SERVICE_WINDOW_MS + 1 };
const lapsed = { owner: A, latestInboundAtMs: NOW - SERVICE_WINDOW_MS };
const never = { owner: A };
const all = [A, B, C];

describe("the assignment of a customer of an account with more owners than it names", () => {
  const account = { ...aChatAccount({ owners: [A] }), hasMoreOwners: true as const };
  const candidate = { account, customerKey: "+1", owner: C, nowMs: NOW };
  const depsWith = (members: readonly Owner[]) => ({
    conversations: { assignment: async () => ({ ...open, owner: B }) },
    chatAccounts: { findFor: async (owner: Owner) => (members.includes(owner) ? account : undefined) },
  });

  it("keeps others back while its holder, whom the account does not name, is an owner", async () => {
    expect((await lookAtAssignment(depsWith([A, B, C]), candidate)).isHeld).toBe(true);
  });

  it("is nobody's once its holder has left the account", async () => {
    expect((await lookAtAssignment(depsWith([A, C]), candidate)).isHeld).toBe(false);
  });
});

describe("the assignment of a customer (D28)", () => {
  it.each<[Assignment | undefined, Owner, readonly Owner[], { isHeld: boolean; after: Assignment }]>([
    [undefined, B, all, { isHeld: false, after: { owner: B } }],
    [open, A, all, { isHeld: false, after: open }],
    [lapsed, A, all, { isHeld: false, after: lapsed }],
    [never, A, all, { isHeld: false, after: never }],
    [open, B, all, { isHeld: true, after: open }],
    [lapsed, B, all, { isHeld: false, after: { owner: B } }],
    [never, B, all, { isHeld: false, after: { owner: B } }],
    // No customer stays assigned to an owner who was removed from the account, even while the service window is open.
    [open, B, [B, C], { isHeld: false, after: { owner: B } }],
    [open, A, [B, C], { isHeld: false, after: { owner: A } }],
  ])("%j, %s writes to a customer of the account of %j", (assignment, owner, accountOwners, { isHeld, after }) => {
    const sender = { owner, accountOwners, nowMs: NOW };
    expect(isHeldByAnother(assignment, sender)).toBe(isHeld);
    expect(assignmentAfterSending(assignment, sender)).toEqual(after);
  });

  it("is the same object when it does not move, so that nothing has to be written", () => {
    for (const [assignment, owner] of [
      [open, A],
      [open, B],
      [lapsed, A],
    ] as const)
      expect(assignmentAfterSending(assignment, { owner, accountOwners: all, nowMs: NOW })).toBe(assignment);
    expect(assignmentOfReceiver(lapsed, all)).toBe(lapsed);
  });

  it.each<[Assignment | undefined, readonly Owner[], Assignment | undefined]>([
    [open, [B, A], open],
    [lapsed, [B, A], lapsed],
    [undefined, [B, A], { owner: B }],
    [open, [B], { owner: B }],
    [open, [], undefined],
    [undefined, [], undefined],
  ])("%j, the customer writes to the account of %j: %j", (assignment, accountOwners, receiver) => {
    expect(assignmentOfReceiver(assignment, accountOwners)).toEqual(receiver);
  });

  const step = fc.oneof(
    fc.record({ kind: fc.constant("sends" as const), owner: fc.constantFrom(...all) }),
    fc.record({ kind: fc.constant("writes" as const) }),
    fc.record({ kind: fc.constant("owners" as const), owners: fc.uniqueArray(fc.constantFrom(...all)) }),
    fc.record({ kind: fc.constant("passes" as const), hours: fc.integer({ min: 1, max: 30 }) }),
  );

  it("never leaves an owner to whom the customer wrote within 24 hours, and goes to another owner who sends", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [assignment, owners, nowMs]: [Assignment | undefined, readonly Owner[], number] = [undefined, all, NOW];
        /** The test remembers here when the customer last wrote to the owner to whom the customer is assigned. */
        let wroteMs = Number.NEGATIVE_INFINITY;
        for (const one of steps) {
          const before: Assignment | undefined = assignment;
          const holder = before !== undefined && owners.includes(before.owner) ? before.owner : undefined;
          const isOpen = holder !== undefined && nowMs - wroteMs < SERVICE_WINDOW_MS;
          if (one.kind === "passes") nowMs += one.hours * 3_600_000;
          if (one.kind === "owners") owners = one.owners;
          if (one.kind === "sends" && owners.includes(one.owner)) {
            const sender = { owner: one.owner, accountOwners: owners, nowMs };
            expect(isHeldByAnother(before, sender)).toBe(isOpen && holder !== one.owner);
            assignment = assignmentAfterSending(before, sender);
            expect(assignment.owner).toBe(isOpen ? holder : one.owner);
            if (assignment.owner !== holder) wroteMs = Number.NEGATIVE_INFINITY;
          }
          if (one.kind === "writes") {
            const receiver = assignmentOfReceiver(before, owners);
            expect(receiver?.owner).toBe(holder ?? owners[0]);
            if (receiver === undefined) continue;
            // The store renews the assignment of the owner who receives the message.
            assignment = { ...receiver, latestInboundAtMs: nowMs };
            wroteMs = nowMs;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
