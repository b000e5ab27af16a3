import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ConnectionAllowance, ConnectionAllowances } from "../../../../shared/email/domain/connection-allowance.ts";

const MINUTE_MS = 60_000;

function anAllowance(most = 10) {
  let nowMs = 0;
  const allowance = new ConnectionAllowance(() => nowMs);
  allowance.limitTo(most);
  const send = (mails: number, hasWaited = true) => {
    for (let sent = 0; sent < mails; sent += 1) {
      allowance.acquired({ hasWaited });
      // Each mail goes over another connection.
      allowance.succeeded({});
    }
  };
  return {
    allowance,
    send,
    /** Sends one mail over each connection. */
    round: () => send(allowance.count),
    later: (ms: number) => {
      nowMs += ms;
    },
    object: (holding = 0) => {
      nowMs += 1;
      return allowance.objected({ sinceMs: nowMs, holding });
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

  it("takes no more before each connection has brought a mail, however many the others bring", () => {
    const { allowance } = anAllowance();
    const connections = [{}, {}, {}] as const;
    for (let mail = 0; mail < 100; mail += 1) {
      allowance.acquired({ hasWaited: true });
      allowance.succeeded(connections[mail % 2] ?? {});
    }
    expect(allowance.count).toBe(3);
    allowance.succeeded(connections[2]);
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

  it("keeps those that the server is known to serve, where they are more than half", () => {
    const { allowance, send, object } = anAllowance();
    send(2 + 3);
    expect(allowance.count).toBe(4);
    object(3);
    expect(allowance.count).toBe(3);
    object(3);
    expect(allowance.count).toBe(2);
  });

  it("tries one more after a minute, gives it up when the server objects, and tries again each time after twice as long, at most an hour", () => {
    const { allowance, round, object, later } = anAllowance();
    round();
    round();
    object(3);
    for (const minutes of [1, 2, 4, 8, 16, 32, 60, 60]) {
      later(minutes * MINUTE_MS - 10);
      round();
      expect(allowance.count).toBe(3);
      later(10);
      round();
      expect(allowance.count).toBe(4);
      // The result does not depend on a rate, because a failed trial costs one connection in any case.
      object(0);
      expect(allowance.count).toBe(3);
    }
  });

  it("tries the next one after half as long where one holds, and soon as at first", () => {
    const { allowance, round, object, later } = anAllowance(50);
    for (let rounds = 0; rounds < 10; rounds += 1) round();
    object();
    expect(allowance.count).toBe(6);
    later(MINUTE_MS);
    for (const seconds of [30, 15, 7.5, 3.75, 1.875, 0.9375]) {
      const { count } = allowance;
      round();
      expect(allowance.count).toBe(count + 1);
      round();
      expect(allowance.count).toBe(count + 1);
      later(seconds * 1000);
    }
    const { count } = allowance;
    for (let rounds = 0; rounds < 10; rounds += 1) round();
    expect(allowance.count).toBe(count + 10);
  });

  it("is expected to come to its setting, unless the server has objected lately", () => {
    const { allowance, object, later } = anAllowance();
    expect(allowance.expected).toBe(10);
    object();
    expect([allowance.expected, allowance.count]).toEqual([1, 1]);
    later(MINUTE_MS);
    expect([allowance.expected, allowance.count]).toEqual([2, 2]);
  });

  it("counts a burst of refusals as one objection", () => {
    const { allowance, send, later } = anAllowance();
    send(100);
    later(1000);
    const answers = [990, 991, 1000].map((sinceMs) => allowance.objected({ sinceMs, holding: 0 }));
    expect(answers).toEqual([true, false, false]);
    expect(allowance.count).toBe(5);
  });

  it("keeps to the account's own setting, also to a new one", () => {
    const { allowance, send } = anAllowance(1);
    send(100);
    expect(allowance.count).toBe(1);
    allowance.limitTo(50);
    send(2);
    expect(allowance.count).toBe(3);
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
      allowance.succeeded({});
    }
    expect(allowance.count).toBe(2);
  });

  type Event =
    | { readonly kind: "wait" | "free" | "minute" }
    | { readonly kind: "object"; readonly holding: number }
    | { readonly kind: "limit"; readonly most: number };
  const event: fc.Arbitrary<Event> = fc.oneof(
    { weight: 10, arbitrary: fc.constant<Event>({ kind: "wait" }) },
    fc.constantFrom<Event>({ kind: "free" }, { kind: "minute" }),
    fc.nat(50).map((holding): Event => ({ kind: "object", holding })),
    fc.integer({ min: 1, max: 50 }).map((most): Event => ({ kind: "limit", most })),
  );

  it("is always between one and the setting, grows by one at most, and falls at each objection or is one", () => {
    fc.assert(
      fc.property(fc.array(event, { maxLength: 300 }), (events) => {
        const { allowance, later, send, object } = anAllowance();
        let most = 10;
        let isResting = false;
        for (const one of events) {
          const before = allowance.count;
          if (one.kind === "wait" || one.kind === "free") send(1, one.kind === "wait");
          if (one.kind === "object") object(one.holding);
          if (one.kind === "minute") later(MINUTE_MS);
          if (one.kind === "limit") allowance.limitTo(one.most);
          if (one.kind === "limit") most = one.most;
          isResting = one.kind === "object" || (isResting && one.kind !== "minute");
          expect(allowance.count).toBeGreaterThanOrEqual(1);
          expect(allowance.count).toBeLessThanOrEqual(most);
          expect(allowance.count).toBeLessThanOrEqual(before + 1);
          if (one.kind === "object") expect(allowance.count).toBeLessThanOrEqual(Math.max(1, before - 1));
          if (one.kind === "object") expect(allowance.count).toBeGreaterThanOrEqual(Math.floor(before / 2));
          if (isResting && one.kind !== "limit") expect(allowance.count).toBeLessThanOrEqual(before);
        }
      }),
    );
  });

  it("settles at the most that a server takes, never above it by more than one, and asks for more ever less often", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 60 }), fc.integer({ min: 1, max: 50 }), (takes, most) => {
        const { allowance, later, object, round } = anAllowance(most);
        let objections = 0;
        for (let second = 0; second < 12 * 3600; second += 10) {
          expect(allowance.count).toBeLessThanOrEqual(takes + 1);
          if (allowance.count > takes) {
            object(takes);
            objections += 1;
          }
          round();
          later(10_000);
        }
        if (allowance.count > takes) object(takes);
        expect(allowance.count).toBe(Math.min(takes, most));
        expect(objections).toBeLessThan(20);
      }),
      { numRuns: 20 },
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
