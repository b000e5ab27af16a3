import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ConnectionAllowance,
  ConnectionAllowances,
} from "../../../shared/notifications/domain/connection-allowance.ts";

const MINUTE_MS = 60_000;

function anAllowance(most = 10) {
  let nowMs = 0;
  const allowance = new ConnectionAllowance(() => nowMs);
  allowance.limitTo(most);
  return {
    allowance,
    later: (ms: number) => {
      nowMs += ms;
    },
    object: () => {
      nowMs += 1;
      allowance.objected(nowMs);
    },
    send: (count: number, hasWaited = true) => {
      for (let sent = 0; sent < count; sent += 1) {
        allowance.acquired({ hasWaited });
        allowance.succeeded();
      }
    },
  };
}

describe("ConnectionAllowance", () => {
  it("starts at two, and takes one more when as many mails as connections were taken that had to wait", () => {
    const { allowance, send } = anAllowance();
    expect(allowance.count).toBe(2);
    send(1);
    expect(allowance.count).toBe(2);
    send(1);
    expect(allowance.count).toBe(3);
    send(2);
    expect(allowance.count).toBe(3);
    send(1);
    expect(allowance.count).toBe(4);
  });

  it("takes no more while some mail need not wait, or none is taken", () => {
    const { allowance, send } = anAllowance();
    for (let round = 0; round < 20; round += 1) {
      send(1);
      send(1, false);
    }
    for (let failed = 0; failed < 20; failed += 1) allowance.acquired({ hasWaited: true });
    expect(allowance.count).toBe(2);
  });

  it("halves when the server objects, and grows again only after a minute", () => {
    const { allowance, send, object, later } = anAllowance();
    send(100);
    expect(allowance.count).toBe(10);
    object();
    expect(allowance.count).toBe(5);
    object();
    expect(allowance.count).toBe(2);
    object();
    expect(allowance.count).toBe(1);
    object();
    send(100);
    expect(allowance.count).toBe(1);
    later(MINUTE_MS);
    expect(allowance.count).toBe(2);
    send(2);
    expect(allowance.count).toBe(3);
  });

  it("is expected to come to its setting, unless the server has objected within a minute", () => {
    const { allowance, object, later } = anAllowance();
    expect(allowance.expected).toBe(10);
    object();
    expect([allowance.expected, allowance.count]).toEqual([1, 1]);
    later(MINUTE_MS);
    expect([allowance.expected, allowance.count]).toEqual([10, 2]);
  });

  it("takes a burst of refusals for one objection", () => {
    const { allowance, send, later } = anAllowance();
    send(100);
    later(1000);
    for (const sinceMs of [990, 991, 1000]) allowance.objected(sinceMs);
    expect(allowance.count).toBe(5);
  });

  it("keeps to the account's own setting, also to a new one", () => {
    const { allowance, send } = anAllowance(1);
    send(100);
    expect(allowance.count).toBe(1);
    allowance.limitTo(50);
    send(1);
    expect(allowance.count).toBe(2);
    send(5000);
    expect(allowance.count).toBe(50);
    allowance.limitTo(3);
    expect(allowance.count).toBe(3);
    allowance.limitTo(50);
    expect(allowance.count).toBe(3);
  });

  it("stays at two where no setting is known", () => {
    const allowance = new ConnectionAllowance(() => 0);
    for (let sent = 0; sent < 100; sent += 1) {
      allowance.acquired({ hasWaited: true });
      allowance.succeeded();
    }
    expect(allowance.count).toBe(2);
  });

  type Event =
    | { readonly kind: "wait" | "free" | "object" | "minute" }
    | { readonly kind: "limit"; readonly most: number };
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 10, arbitrary: fc.constant<Event>({ kind: "wait" }) },
    fc.constantFrom<Event>({ kind: "free" }, { kind: "object" }, { kind: "minute" }),
    fc.integer({ min: 1, max: 50 }).map((most): Event => ({ kind: "limit", most })),
  );

  it("is always between one and the setting, grows by one at most, and never grows right after an objection", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const { allowance, later, send, object } = anAllowance();
        let most = 10;
        let isResting = false;
        for (const one of events) {
          const before = allowance.count;
          if (one.kind === "wait" || one.kind === "free") send(1, one.kind === "wait");
          if (one.kind === "object") object();
          if (one.kind === "minute") later(MINUTE_MS);
          if (one.kind === "limit") allowance.limitTo(one.most);
          if (one.kind === "limit") most = one.most;
          isResting = one.kind === "object" || (isResting && one.kind !== "minute");
          expect(allowance.count).toBeGreaterThanOrEqual(1);
          expect(allowance.count).toBeLessThanOrEqual(most);
          expect(allowance.count).toBeLessThanOrEqual(before + 1);
          if (one.kind === "object") expect(allowance.count).toBe(Math.max(1, Math.floor(before / 2)));
          if (isResting && one.kind !== "limit") expect(allowance.count).toBeLessThanOrEqual(before);
        }
      }),
    );
  });

  it("settles around the most that a server takes: never above it by more than one, never below half of it for long", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), fc.integer({ min: 1, max: 50 }), (takes, most) => {
        const { allowance, later, object, send } = anAllowance(most);
        for (let round = 0; round < 200; round += 1) {
          expect(allowance.count).toBeLessThanOrEqual(Math.max(2, takes + 1));
          if (allowance.count > takes) {
            object();
            later(MINUTE_MS);
          } else send(allowance.count);
        }
        expect(allowance.count).toBeGreaterThanOrEqual(Math.floor(Math.min(takes, most) / 2));
      }),
    );
  });
});

describe("ConnectionAllowances", () => {
  it("keeps one for each account, and those that were asked for latest of too many", () => {
    const allowances = new ConnectionAllowances(() => 0);
    const kept = allowances.of("kept");
    const dropped = allowances.of("dropped");
    for (let account = 0; account < 999; account += 1) {
      allowances.of("kept");
      allowances.of(String(account));
    }
    expect(allowances.of("kept")).toBe(kept);
    expect(allowances.of("dropped")).not.toBe(dropped);
  });
});
