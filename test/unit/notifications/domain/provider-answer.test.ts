import { describe, expect, it } from "vitest";
import type { AttemptOutcome } from "../../../../shared/notifications/domain/delivery.ts";
import { providerAnswer } from "../../../../shared/notifications/domain/provider-answer.ts";

const failed = (given: Partial<Extract<AttemptOutcome, { kind: "failed" }>>): AttemptOutcome => ({
  kind: "failed",
  isTerminal: false,
  cause: "no",
  ...given,
});

describe("providerAnswer()", () => {
  it.each<[string, AttemptOutcome, string | undefined]>([
    ["a mail that was sent", { kind: "sent" }, "taken"],
    ["a message that the provider accepted", { kind: "accepted", cloudMessageId: "m" }, "taken"],
    ["550", failed({ isTerminal: true, report: { stage: "recipients", code: 550 } }), "refused"],
    ["451 for now", failed({ report: { stage: "content", code: 451 } }), "deferred"],
    ["a server that never answered", failed({ report: { stage: "connect" } }), "unreachable"],
    [
      "a connection lost in doubt for the second time",
      failed({ isTerminal: true, report: { stage: "content", isInDoubt: true } }),
      "unreachable",
    ],
    ["a message that was put back", { kind: "postponed", retryInSeconds: 5 }, undefined],
    ["a reaction that waits for the message before it", failed({ report: { stage: "check" } }), undefined],
    ["a closed service window", failed({ isTerminal: true, report: { stage: "check" } }), undefined],
    ["content that is gone", failed({ isTerminal: true }), undefined],
    ["an address that may not be asked", failed({ isTerminal: true, report: { stage: "resolve" } }), undefined],
  ])("of %s", (_, outcome, answer) => {
    expect(providerAnswer(outcome)).toBe(answer);
  });
});
