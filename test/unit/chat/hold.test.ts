import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Hold, holdAfterSending, holdOfReceiver, isHeldByAnother } from "../../../shared/chat/domain/hold.ts";
import { SERVICE_WINDOW_MS } from "../../../shared/chat/domain/service-window.ts";

const NOW = 10 * SERVICE_WINDOW_MS;
const open = { owner: "a", latestInboundAtMs: NOW - SERVICE_WINDOW_MS + 1 };
const lapsed = { owner: "a", latestInboundAtMs: NOW - SERVICE_WINDOW_MS };
const never = { owner: "a" };
const all = ["a", "b", "c"];

describe("the hold of a customer (D28)", () => {
  it.each<[Hold | undefined, string, readonly string[], { isHeld: boolean; after: Hold }]>([
    [undefined, "b", all, { isHeld: false, after: { owner: "b" } }],
    [open, "a", all, { isHeld: false, after: open }],
    [lapsed, "a", all, { isHeld: false, after: lapsed }],
    [never, "a", all, { isHeld: false, after: never }],
    [open, "b", all, { isHeld: true, after: open }],
    [lapsed, "b", all, { isHeld: false, after: { owner: "b" } }],
    [never, "b", all, { isHeld: false, after: { owner: "b" } }],
    // An owner who left the account holds nothing, be the window open.
    [open, "b", ["b", "c"], { isHeld: false, after: { owner: "b" } }],
    [open, "a", ["b", "c"], { isHeld: false, after: { owner: "a" } }],
  ])("%j, %s writes to a customer of the account of %j", (hold, owner, accountOwners, { isHeld, after }) => {
    const sender = { owner, accountOwners, nowMs: NOW };
    expect(isHeldByAnother(hold, sender)).toBe(isHeld);
    expect(holdAfterSending(hold, sender)).toEqual(after);
  });

  it("is the same object when it does not move, so that nothing has to be written", () => {
    for (const [hold, owner] of [
      [open, "a"],
      [open, "b"],
      [lapsed, "a"],
    ] as const)
      expect(holdAfterSending(hold, { owner, accountOwners: all, nowMs: NOW })).toBe(hold);
    expect(holdOfReceiver(lapsed, all)).toBe(lapsed);
  });

  it.each<[Hold | undefined, readonly string[], Hold | undefined]>([
    [open, ["b", "a"], open],
    [lapsed, ["b", "a"], lapsed],
    [undefined, ["b", "a"], { owner: "b" }],
    [open, ["b"], { owner: "b" }],
    [open, [], undefined],
    [undefined, [], undefined],
  ])("%j, the customer writes to the account of %j: %j", (hold, accountOwners, receiver) => {
    expect(holdOfReceiver(hold, accountOwners)).toEqual(receiver);
  });

  const step = fc.oneof(
    fc.record({ kind: fc.constant("sends" as const), owner: fc.constantFrom(...all) }),
    fc.record({ kind: fc.constant("writes" as const) }),
    fc.record({ kind: fc.constant("owners" as const), owners: fc.uniqueArray(fc.constantFrom(...all)) }),
    fc.record({ kind: fc.constant("passes" as const), hours: fc.integer({ min: 1, max: 30 }) }),
  );

  it("never leaves an owner to whom the customer wrote within 24 hours, and goes to whoever else sends", () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        let [hold, owners, nowMs]: [Hold | undefined, readonly string[], number] = [undefined, all, NOW];
        /** When the customer last wrote to the present holder, as this test remembers it. */
        let wroteMs = Number.NEGATIVE_INFINITY;
        for (const one of steps) {
          const before: Hold | undefined = hold;
          const holder = before !== undefined && owners.includes(before.owner) ? before.owner : undefined;
          const isOpen = holder !== undefined && nowMs - wroteMs < SERVICE_WINDOW_MS;
          if (one.kind === "passes") nowMs += one.hours * 3_600_000;
          if (one.kind === "owners") owners = one.owners;
          if (one.kind === "sends" && owners.includes(one.owner)) {
            const sender = { owner: one.owner, accountOwners: owners, nowMs };
            expect(isHeldByAnother(before, sender)).toBe(isOpen && holder !== one.owner);
            hold = holdAfterSending(before, sender);
            expect(hold.owner).toBe(isOpen ? holder : one.owner);
            if (hold.owner !== holder) wroteMs = Number.NEGATIVE_INFINITY;
          }
          if (one.kind === "writes") {
            const receiver = holdOfReceiver(before, owners);
            expect(receiver?.owner).toBe(holder ?? owners[0]);
            if (receiver === undefined) continue;
            // The store renews the hold of whom the message goes to.
            hold = { ...receiver, latestInboundAtMs: nowMs };
            wroteMs = nowMs;
          }
        }
      }),
      { numRuns: 500 },
    );
  });
});
