import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attemptOutcome, owedTo } from "../../../../shared/email/domain/attempt-outcome.ts";
import type { MailOutcome, RecipientOutcome } from "../../../../shared/email/domain/mail.ts";
import { backoffSeconds } from "../../../../shared/kernel/backoff.ts";
import { type AttemptOutcome, afterAttempt, eventOf } from "../../../../shared/notifications/domain/delivery.ts";
import { transitionOf } from "../../../../shared/notifications/domain/lifecycle.ts";
import type { RecipientRecord, Status } from "../../../../shared/notifications/domain/notification.ts";
import { aClaim } from "../../../support/builders.ts";

const RETRY = { baseSeconds: 30, random: 0 };
const aFailure = (changes: Partial<Extract<AttemptOutcome, { kind: "failed" }>> = {}) =>
  ({ kind: "failed", isTerminal: false, cause: "451 later", ...changes }) as const;

const result = fc.constantFrom("accepted", "refused", "deferred");
const records = fc.uniqueArray(fc.record({ to: fc.integer({ min: 0, max: 9 }), result }), {
  selector: (one) => one.to,
});
const outcome: fc.Arbitrary<AttemptOutcome> = fc.oneof(
  fc.record({ kind: fc.constant("sent" as const), recipients: fc.option(records, { nil: undefined }) }),
  fc.record({ kind: fc.constant("accepted" as const), cloudMessageId: fc.string() }),
  fc.record({
    kind: fc.constant("failed" as const),
    isTerminal: fc.boolean(),
    cause: fc.string({ minLength: 1 }),
    recipients: fc.option(records, { nil: undefined }),
  }),
);
const policy = fc.record({
  baseSeconds: fc.double({ min: 0.001, max: 10_000, noNaN: true }),
  random: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
});

describe("afterAttempt() of a message that was handed over (D53)", () => {
  it("keeps the address that it left from, also where only some recipients have it", () => {
    const leftFrom = "shop@example.org";
    const retry = { baseSeconds: 30, random: 0 };
    const refused = { kind: "failed", isTerminal: true, cause: "550", leftFrom } as const;
    const recipients = [{ to: 0, result: "accepted" } as const];
    for (const outcome of [{ kind: "sent", leftFrom } as const, refused, { ...refused, recipients }])
      expect(afterAttempt(aClaim(), outcome, retry)).toMatchObject({ leftFrom });
  });
});

describe("afterAttempt()", () => {
  it("takes no step that the lifecycle does not allow, whatever happened", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9 }), fc.nat(8), outcome, policy, (maxAttempts, less, happened, retry) => {
        const claimed = aClaim({ maxAttempts, attempts: Math.max(1, maxAttempts - less) });
        const step = afterAttempt(claimed, happened, retry);
        const transition = transitionOf(eventOf(step, claimed.fence).event);
        expect(transition).toMatchObject({ from: { processing: ["isHolder"] }, to: step.to });
      }),
    );
  });

  it("ends after at most maxAttempts attempts, whatever they bring", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.array(outcome, { minLength: 9, maxLength: 9 }),
        (maxAttempts, all) => {
          let attempts = 0;
          let status: Status = "pending";
          for (const happened of all) {
            if (status !== "pending") break;
            attempts += 1;
            status = afterAttempt(aClaim({ attempts, maxAttempts }), happened, RETRY).to;
          }
          expect(attempts).toBeLessThanOrEqual(maxAttempts);
          expect(status).not.toBe("pending");
        },
      ),
    );
  });

  it("plans a retry with its cause while attempts remain", () => {
    expect(afterAttempt(aClaim({ attempts: 3 }), aFailure(), RETRY)).toEqual({
      to: "pending",
      lastError: "451 later",
      retryInSeconds: 120,
      recipients: undefined,
    });
  });

  it("gives up on the last attempt, and at once on a terminal failure", () => {
    const failed = { to: "failed", lastError: "451 later", recipients: undefined };
    expect(afterAttempt(aClaim({ attempts: 5 }), aFailure(), RETRY)).toEqual(failed);
    expect(afterAttempt(aClaim({ attempts: 1 }), aFailure({ isTerminal: true }), RETRY)).toEqual(failed);
  });

  it("counts a mail that somebody has as sent when the others cannot be reached (D21)", () => {
    const recipients: RecipientRecord[] = [
      { to: 0, result: "accepted" },
      { to: 1, result: "deferred" },
    ];
    expect(afterAttempt(aClaim({ attempts: 5 }), aFailure({ recipients }), RETRY)).toEqual({ to: "sent", recipients });
  });
});

describe("backoffSeconds() (D20, L-backoff)", () => {
  it.each([
    [1, 30],
    [2, 60],
    [3, 120],
    [4, 240],
    [5, 300],
    [60, 300],
  ])("waits after attempt %i for %i s", (attempts, seconds) => {
    expect(backoffSeconds(attempts, 30, 0)).toBe(seconds);
  });

  it("stays within a tenth below the plan, and under what a queue message may be delayed", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2000 }), policy, (attempts, { baseSeconds, random }) => {
        const full = Math.min(300, baseSeconds * 2 ** (attempts - 1));
        const delay = backoffSeconds(attempts, baseSeconds, random);
        expect(delay).toBeLessThanOrEqual(full);
        expect(delay).toBeGreaterThanOrEqual(full * 0.9);
      }),
    );
  });
});

describe("attemptOutcome()", () => {
  const addresses = Array.from({ length: 6 }, (_, i) => `r${i}@example.org`);
  const answers = fc.array(fc.record({ result, isSilent: fc.boolean() }), { minLength: 6, maxLength: 6 });
  /** Returns the server's replies to the recipients who still lack the mail. */
  const answered = (
    envelope: readonly string[],
    said: readonly { result: RecipientOutcome["result"]; isSilent: boolean }[],
  ) => ({
    kind: "answered" as const,
    recipients: envelope.flatMap((address, i) =>
      said[i]?.isSilent ? [] : [{ address, result: said[i]?.result ?? "accepted" }],
    ),
  });

  it("never owes the mail again to somebody who accepted or was refused, however the attempts go", () => {
    fc.assert(
      fc.property(fc.array(answers, { minLength: 1, maxLength: 5 }), (attempts) => {
        let kept: readonly RecipientRecord[] | undefined;
        const settled = new Set<string>();
        for (const said of attempts) {
          const envelope = owedTo(addresses.length, kept).map((to) => addresses[to] ?? "");
          for (const address of envelope) expect(settled.has(address)).toBe(false);
          const mail: MailOutcome = answered(envelope, said);
          for (const one of mail.recipients) if (one.result !== "deferred") settled.add(one.address);
          const happened = attemptOutcome({ addresses, records: kept }, mail);
          if (happened.kind !== "failed" || happened.isTerminal) {
            expect(settled.size).toBe(addresses.length);
            return;
          }
          kept = happened.recipients;
          expect(owedTo(addresses.length, kept)).toHaveLength(addresses.length - settled.size);
        }
      }),
    );
  });

  it("keeps earlier outcomes when an attempt fails as a whole", () => {
    const before: RecipientRecord[] = [{ to: 0, result: "accepted" }];
    const failed: MailOutcome = { kind: "failed", isTerminal: false, stage: "connect", cause: "connection refused" };
    expect(attemptOutcome({ addresses, records: before }, failed)).toMatchObject({
      kind: "failed",
      isTerminal: false,
      cause: "connection refused",
      recipients: before,
    });
  });

  it("is sent without a record when everybody accepts, and with one when some are refused for good", () => {
    const two = ["a@example.org", "b@example.org"];
    const say = (second: RecipientOutcome["result"]): MailOutcome => ({
      kind: "answered",
      recipients: [
        { address: "a@example.org", result: "accepted", code: 250 },
        { address: "b@example.org", result: second, code: 550, text: "x".repeat(1000) },
      ],
    });
    const all = attemptOutcome({ addresses: two, records: undefined }, say("accepted"));
    expect(all).toMatchObject({ kind: "sent" });
    expect(all).not.toHaveProperty("recipients");
    const refused = attemptOutcome({ addresses: two, records: undefined }, say("refused"));
    expect(refused).toMatchObject({
      kind: "sent",
      recipients: [{ to: 0 }, { to: 1, result: "refused", text: "x".repeat(200) }],
    });
  });

  it("fails for good, with the server's words, when everybody is refused", () => {
    const recipients = addresses.map((address) => ({
      address,
      result: "refused" as const,
      code: 550,
      text: "550 no such user",
    }));
    expect(attemptOutcome({ addresses, records: undefined }, { kind: "answered", recipients })).toMatchObject({
      kind: "failed",
      isTerminal: true,
      cause: "550 no such user",
    });
  });
});
