import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { apiKeyText, isWellFormedApiKey } from "../../../shared/kernel/api-key-text.ts";
import { intervalMs, isDenied, takeToken, tokensIn } from "../../../shared/kernel/rate-limit.ts";
import { isUsable, shownPrefix } from "../../../shared/keys/domain/api-key.ts";
import { decideSweep, departureOf } from "../../../shared/notifications/domain/sweep.ts";
import { anApiKey } from "../../support/builders.ts";

const entropy = fc.uint8Array({ minLength: 32, maxLength: 32 });
const BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

describe("API key text", () => {
  it("has the registered form, whatever the random bytes (D9)", () => {
    fc.assert(
      fc.property(entropy, (bytes) => {
        const text = apiKeyText(bytes);
        expect(text).toMatch(/^hrld_live_[0-9A-Za-z]{49}$/);
        expect(isWellFormedApiKey(text)).toBe(true);
        expect(shownPrefix(text)).toBe(text.slice(0, 12));
      }),
    );
  });

  it("differs when the random bytes differ", () => {
    fc.assert(
      fc.property(entropy, entropy, (a, b) => {
        fc.pre(Buffer.compare(a, b) !== 0);
        expect(apiKeyText(a)).not.toBe(apiKeyText(b));
      }),
    );
  });

  it("is refused after any change of a single character", () => {
    const text = apiKeyText(Uint8Array.from({ length: 32 }, (_, i) => i * 7));
    let changes = 0;
    for (let at = 0; at < text.length; at++) {
      for (const character of `${BASE62}_-`) {
        if (character === text[at]) continue;
        changes += 1;
        expect(isWellFormedApiKey(text.slice(0, at) + character + text.slice(at + 1))).toBe(false);
      }
    }
    expect(changes).toBeGreaterThan(3500);
  });

  it.each(["", "hrld_live_", "hrld_test_", "x".repeat(59)])("does not take %j for a key", (text) => {
    expect(isWellFormedApiKey(text)).toBe(false);
  });

  it("is refused when it is longer, shorter or wrapped", () => {
    const text = apiKeyText(new Uint8Array(32));
    for (const other of [`${text}0`, text.slice(0, -1), ` ${text}`, `${text}\n`, text.toUpperCase()])
      expect(isWellFormedApiKey(other)).toBe(false);
  });
});

describe("isUsable()", () => {
  const now = Date.parse("2026-11-21T12:00:00Z");
  it.each([
    [{}, true],
    [{ expiresAt: "2026-11-21T12:00:00.001Z" }, true],
    [{ expiresAt: "2026-11-21T12:00:00.000Z" }, false],
    [{ revokedAt: "2026-11-21T12:00:00.000Z" }, false],
    [{ revokedAt: "2027-01-01T00:00:00.000Z", expiresAt: "2028-01-01T00:00:00.000Z" }, false],
  ])("answers a key with %j with %s", (changes, expected) => {
    expect(isUsable(anApiKey(changes), now)).toBe(expected);
  });
});

describe("takeToken()", () => {
  it("decides like a token bucket, for any rate, burst and gaps", () => {
    const gaps = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 200 });
    fc.assert(
      // Powers of two keep the reference's fractions exact.
      fc.property(
        fc.constantFrom(1, 2, 4, 8),
        fc.integer({ min: 1, max: 30 }),
        gaps,
        (refillPerSecond, burst, steps) => {
          let now = 1_795_262_400_000;
          let tat: number | undefined;
          let tokens = burst;
          for (const gap of steps) {
            now += gap * 125;
            tokens = Math.min(burst, tokens + gap * 0.125 * refillPerSecond);
            const next = takeToken({ refillPerSecond, burst }, tat, now);
            expect(next !== undefined).toBe(tokens >= 1);
            if (next === undefined) continue;
            tokens -= 1;
            tat = next;
          }
        },
      ),
    );
  });

  it("denies exactly past the burst", () => {
    const policy = { refillPerSecond: 1, burst: 30 };
    expect(isDenied(policy, 29_000, 0)).toBe(false);
    expect(isDenied(policy, 29_001, 0)).toBe(true);
  });
});

describe("decideSweep()", () => {
  const NOW = 1_000_000;
  const LEASE = 90_000;
  const decide = (state: Partial<Parameters<typeof decideSweep>[0]>) =>
    decideSweep({ status: "pending", attempts: 0, maxAttempts: 5, nextAt: NOW, ...state }, NOW, LEASE);

  it.each([
    [{}, "enqueue", NOW + 3 * LEASE, "waiting"],
    [{ status: "processing", attempts: 1, leaseUntil: NOW }, "leave", NOW + 1, "leased"],
    [{ status: "processing", attempts: 1, leaseUntil: NOW - 1 }, "enqueue", NOW + 3 * LEASE, "waiting"],
    [{ status: "processing", attempts: 5, leaseUntil: NOW - 1 }, "give-up", NOW + 3 * LEASE, "waiting"],
    [{ status: "submitted" }, "leave", NOW + 3 * LEASE, "waiting"],
    [{ status: "sent" }, "leave", NOW + 3 * LEASE, "waiting"],
    [{ status: "failed" }, "leave", NOW + 3 * LEASE, "waiting"],
    [{ status: "canceled" }, "leave", NOW + 3 * LEASE, "waiting"],
    [{ nextAt: NOW + 840_001 }, "leave", NOW + 240_001, "scheduled"],
  ] as const)("%j -> %s", (state, finding, lookAgainAt, list) => {
    expect(decide(state)).toEqual({ finding, lookAgainAt, list });
  });

  it("puts what waits for its time on the queue with the delay that is left, to the nearest second", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 840_000 }), (ahead) => {
        const { delaySeconds = 0, ...decision } = decide({ nextAt: NOW + ahead });
        expect(decision).toEqual({ finding: "enqueue", lookAgainAt: NOW + ahead + LEASE, list: "fresh" });
        expect(Math.abs(delaySeconds * 1000 - ahead)).toBeLessThanOrEqual(500);
        expect(delaySeconds).toBeLessThanOrEqual(900);
      }),
    );
  });

  it("brings everything onto the queue before its time, however far ahead that is", () => {
    const DAY = 86_400_000;
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 90 * DAY }), (ahead) => {
        const { nextAt, lookAt, list, delaySeconds } = departureOf(NOW + ahead, NOW, LEASE);
        expect(nextAt).toBe(NOW + ahead);
        expect(delaySeconds === undefined).toBe(list === "scheduled");
        if (delaySeconds !== undefined) return;
        // A run that is a minute late still finds it in time.
        const { finding, delaySeconds: left } = decideSweep(
          { status: "pending", attempts: 0, maxAttempts: 5, nextAt },
          lookAt + 60_000,
          LEASE,
        );
        expect([finding, lookAt + 60_000 + (left ?? 0) * 1000]).toEqual(["enqueue", nextAt]);
      }),
    );
  });

  it("always looks again later, so that no sweep finds the same thing twice in a row", () => {
    const state = fc.record({
      status: fc.constantFrom("pending", "processing", "submitted", "sent", "failed", "canceled"),
      attempts: fc.nat(5),
      maxAttempts: fc.constant(5),
      nextAt: fc.option(fc.integer({ min: 0, max: 2 * NOW }), { nil: undefined }),
      leaseUntil: fc.option(fc.integer({ min: 0, max: 2 * NOW }), { nil: undefined }),
    });
    fc.assert(
      fc.property(state, (found) => {
        expect(decideSweep(found, NOW, LEASE).lookAgainAt).toBeGreaterThan(NOW);
      }),
    );
  });
});

describe("tokensIn()", () => {
  it("counts what a burst leaves, also when the interval is no whole number of milliseconds", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 1, max: 120 }), (refillPerSecond, burst) => {
        const policy = { refillPerSecond, burst };
        const now = 1_795_262_400_123;
        let tat = now;
        for (let taken = 0; taken <= burst; taken++) {
          expect(tokensIn(policy, tat, now)).toBe(burst - taken);
          expect(isDenied(policy, tat, now)).toBe(taken === burst);
          tat += intervalMs(policy);
        }
      }),
    );
  });
});
