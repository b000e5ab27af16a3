import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toTrialView, trialView } from "../../../../shared/email/contract/sending-account-trial.ts";
import { MAIL_STAGES } from "../../../../shared/email/domain/mail.ts";
import { failureIn, stepsOf } from "../../../../shared/email/domain/trial.ts";

const at = (stage: (typeof MAIL_STAGES)[number], atMs: number) => ({ stage, atMs });

describe("stepsOf()", () => {
  it("gives each step the time until the next one", () => {
    const marks = [at("resolve", 0), at("connect", 5), at("connect", 7), at("tls", 30), at("sender", 60)];
    expect(stepsOf(marks, 100, undefined)).toEqual([
      { step: "resolve", ms: 5, isOk: true },
      { step: "connect", ms: 25, isOk: true },
      { step: "tls", ms: 30, isOk: true },
      { step: "handover", ms: 40, isOk: true },
    ]);
  });

  it("ends at the step that failed", () => {
    expect(stepsOf([at("resolve", 0), at("connect", 5)], 9, "connect").at(-1)).toMatchObject({
      step: "connect",
      isOk: false,
    });
    expect(stepsOf([at("resolve", 5)], 9, "tls")).toMatchObject([{ isOk: true }, { step: "tls", isOk: false }]);
    expect(stepsOf([], 9, "request")).toEqual([{ step: "request", ms: 0, isOk: false }]);
  });

  it("leaves the wait for a connection out", () => {
    const names = (marks: Parameters<typeof stepsOf>[0]) => stepsOf(marks, 9, undefined).map(({ step }) => step);
    expect(names([at("connect", 0), at("resolve", 1), at("connect", 2), at("sender", 3)])).toEqual([
      ...["resolve", "connect", "handover"],
    ]);
    expect(names([at("connect", 0), at("sender", 3)])).toEqual(["handover"]);
  });

  it("has one failed step at the most, the last, and no time below zero", () => {
    const marks = fc.array(fc.record({ stage: fc.constantFrom(...MAIL_STAGES), atMs: fc.nat(1000) }));
    const failed = fc.option(fc.constantFrom(...MAIL_STAGES), { nil: undefined });
    fc.assert(
      fc.property(marks, fc.nat(2000), failed, (seen, end, failedAt) => {
        const steps = stepsOf(seen, end, failedAt);
        expect(steps.filter(({ isOk }) => !isOk)).toHaveLength(failedAt === undefined ? 0 : 1);
        expect(steps.slice(0, -1).every(({ isOk }) => isOk)).toBe(true);
        for (const { ms } of steps) expect(ms).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe("toTrialView()", () => {
  const trial = { recipient: "a@example.com", messageId: "<1@example.com>", steps: [] };
  const failed = (stage: (typeof MAIL_STAGES)[number], text: string, code?: number) =>
    trialView.parse(toTrialView({ ...trial, failure: { stage, text, code } }));

  it("says that the mail is sent", () => {
    const view = trialView.parse(toTrialView(trial));
    expect(view).toMatchObject({ sent: true, explanation: { code: "sent" } });
    expect(view.field).toBeUndefined();
  });

  it.each([
    ["resolve", "getaddrinfo ENOTFOUND", undefined, "server_not_found", "host"],
    ["connect", "connection failed: timeout", undefined, "server_unreachable", "port"],
    ["tls", "TLS failed: wrong version number", undefined, "tls_failed", "encryption"],
    ["authentication", "535 5.7.8 no", 535, "credential_refused", "password"],
    ["sender", "530 5.7.0 Authentication required", 530, "sign_in_required", "username"],
    ["sender", "553 not yours", 553, "sender_refused", "from_address"],
    ["request", "401", 401, "credential_refused", "api_key"],
  ] as const)("marks the field of a failure at %s: %s", (stage, text, code, explained, field) => {
    expect(failed(stage, text, code)).toMatchObject({
      sent: false,
      explanation: { code: explained },
      field,
      response: text,
    });
  });
});

describe("failureIn()", () => {
  it("is the refusal of the recipient, where the server took the rest", () => {
    const refused = { address: "a@example.com", result: "refused", code: 550, text: "550 no such user" } as const;
    expect(failureIn({ kind: "answered", recipients: [refused] })).toMatchObject({ stage: "recipients", code: 550 });
    expect(failureIn({ kind: "answered", recipients: [{ ...refused, result: "accepted" }] })).toBeUndefined();
  });
});
