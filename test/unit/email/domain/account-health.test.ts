import { describe, expect, it } from "vitest";
import { type AccountHealth, healthAfter, isFailing } from "../../../../shared/email/domain/account-health.ts";
import type { AttemptOutcome } from "../../../../shared/notifications/domain/delivery.ts";
import type { AttemptReport } from "../../../../shared/notifications/domain/notification.ts";

const NOW = 1_000_000;
const MINUTE = 60_000;

const sent: AttemptOutcome = { kind: "sent" };
const failed = (report: AttemptReport, isTerminal = false): AttemptOutcome => ({
  kind: "failed",
  cause: "it failed",
  isTerminal,
  report,
});
const refusedCredential = failed({ stage: "authentication", code: 535 }, true);
const unreachable = failed({ stage: "connect" });
const refusedRecipient = failed({ stage: "recipients", code: 550 }, true);
const was = (status: AccountHealth["status"], minutesAgo = 1): AccountHealth => ({
  status,
  sinceMs: NOW - minutesAgo * MINUTE,
});

describe("healthAfter()", () => {
  it.each<[string, AccountHealth | undefined, AttemptOutcome, AccountHealth["status"] | undefined]>([
    ["a mail of an account that works changes nothing", undefined, sent, undefined],
    ["nor does the next one", was("working"), sent, undefined],
    ["a refused credential: failing at once", undefined, refusedCredential, "failing"],
    ["refused again: nothing new", was("failing"), refusedCredential, undefined],
    ["a provider's 401", undefined, failed({ stage: "request", code: 401 }, true), "failing"],
    ["a provider's 403", undefined, failed({ stage: "request", code: 403 }, true), "failing"],
    ["a provider's 500: the server is there", undefined, failed({ stage: "request", code: 500 }), undefined],
    ["authentication that is put off", undefined, failed({ stage: "authentication", code: 454 }), undefined],
    ["an unreachable server: doubtful", undefined, unreachable, "doubtful"],
    ["unreachable for nine minutes", was("doubtful", 9), unreachable, undefined],
    ["unreachable for ten minutes: failing", was("doubtful", 10), unreachable, "failing"],
    ["an unreachable server while failing", was("failing", 30), unreachable, undefined],
    ["a name that does not resolve", undefined, failed({ stage: "resolve" }), "doubtful"],
    ["an address that is not allowed: nobody was asked", undefined, failed({ stage: "resolve" }, true), undefined],
    ["silence in the middle of a mail", undefined, failed({ stage: "content", isInDoubt: true }), undefined],
    ["reached in between: the ten minutes are over", was("doubtful", 9), refusedRecipient, "working"],
    ["a refused recipient is no success of a failing account", was("failing"), refusedRecipient, undefined],
    ["the first success after a failure", was("failing"), sent, "working"],
    ["a success after doubt", was("doubtful"), sent, "working"],
    ["a postponement says nothing", was("failing"), { kind: "postponed", retryInSeconds: 1 }, undefined],
    ["nor does a deleted account", undefined, { kind: "failed", cause: "gone", isTerminal: true }, undefined],
  ])("%s", (_, known, outcome, status) => {
    expect(healthAfter({ health: known }, outcome, NOW)).toEqual(status && { status, sinceMs: NOW });
  });
});

describe("an account whose server or credential was saved anew after it failed", () => {
  const at = (minutesAgo: number) => new Date(NOW - minutesAgo * MINUTE).toISOString();
  const changed = (minutesAgo: number) => ({ health: was("failing", 10), serverChangedAt: at(minutesAgo) });

  it("raises no alarm until it is tried", () => {
    expect([changed(11), changed(10), changed(5)].map(isFailing)).toEqual([true, true, false]);
    expect(isFailing({ health: was("failing") })).toBe(true);
    expect(isFailing({ health: was("working"), serverChangedAt: at(11) })).toBe(false);
    expect(isFailing({})).toBe(false);
  });

  it("has recovered with the first success", () => {
    expect(healthAfter(changed(5), sent, NOW)).toEqual({ status: "working", sinceMs: NOW });
  });

  it.each([
    ["a refused credential", refusedCredential],
    ["an unreachable server", unreachable],
  ])("fails again at once by %s, from now on", (_, outcome) => {
    const health = healthAfter(changed(5), outcome, NOW);
    expect(health).toEqual({ status: "failing", sinceMs: NOW });
    expect(isFailing({ ...changed(5), health })).toBe(true);
    expect(healthAfter({ ...changed(5), health }, outcome, NOW + MINUTE)).toBeUndefined();
  });

  it("learns nothing from a recipient who is refused", () => {
    expect(healthAfter(changed(5), refusedRecipient, NOW)).toBeUndefined();
  });
});
