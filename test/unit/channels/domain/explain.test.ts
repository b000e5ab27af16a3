import { describe, expect, it } from "vitest";
import { EXPLANATION_CODES, EXPLANATIONS } from "../../../../shared/channels/domain/explanation-codes.ts";
import { explanations } from "../../../../shared/channels/domain/explanations.ts";
import { MAIL_CAUSES } from "../../../../shared/email/domain/mail-causes.ts";
import { CAUSES } from "../../../../shared/notifications/domain/causes.ts";
import { toldRecipients, toldTimeline } from "../../../../shared/notifications/domain/explanation/told-timeline.ts";
import type { TimelineEntry } from "../../../../shared/notifications/domain/notification.ts";
import { aNotification } from "../../../support/builders.ts";

const at = (second: number): string => `2026-11-21T12:00:0${second}.000Z`;
const entry = (attempt: number, to: TimelineEntry["to"], said: Partial<TimelineEntry> = {}): TimelineEntry => ({
  at: at(attempt),
  attempt,
  to,
  durationMs: 10,
  ...said,
});
const { explain } = explanations;
const refusal = { stage: "recipients", code: 550, text: "550 5.1.1 nobody" };
const silence = { stage: "connect", text: "connection failed: ECONNREFUSED" };

describe("explain()", () => {
  it.each([
    ["waiting", { status: "pending" }],
    ["scheduled", { status: "pending", sendAt: "2026-11-22T12:00:00.000Z" }],
    ["waiting", { status: "pending", sendAt: "2026-11-20T12:00:00.000Z" }],
    ["canceled", { status: "canceled" }],
    ["canceled", { status: "canceled", lastError: silence.text, history: [entry(1, "pending", silence)] }],
    ["sending", { status: "processing", lastError: silence.text, history: [entry(1, "pending", silence)] }],
    ["submitted", { status: "submitted", channel: "chat" }],
    ["sent", { status: "sent", history: [entry(1, "sent")] }],
    ["delivered", { status: "sent", provider: { sentAtMs: 1, deliveredAtMs: 2 } }],
    ["read", { status: "sent", provider: { deliveredAtMs: 2, readAtMs: 3 } }],
    [
      "partly_delivered",
      {
        status: "sent",
        recipients: [
          { to: 0, result: "accepted" },
          { to: 1, result: "refused" },
        ],
      },
    ],
    ["server_unreachable", { status: "pending", lastError: silence.text, history: [entry(1, "pending", silence)] }],
    ["mailbox_not_found", { status: "failed", lastError: refusal.text, history: [entry(1, "failed", refusal)] }],
    ["account_deleted", { status: "failed", lastError: MAIL_CAUSES.account_deleted, history: [entry(1, "failed")] }],
    ["service_unavailable", { status: "pending", lastError: CAUSES.service_unavailable }],
    ["delivery_crashed", { status: "failed", lastError: CAUSES.delivery_crashed }],
    [
      "delivery_interrupted",
      { status: "failed", lastError: CAUSES.delivery_interrupted, history: [entry(1, "pending", silence)] },
    ],
    // An operator has put the notification back, so it waits again.
    ["waiting", { status: "pending", lastError: CAUSES.delivery_crashed }],
    [
      "window_closed",
      {
        channel: "chat",
        status: "failed",
        lastError: "131047 Re-engagement",
        history: [entry(1, "submitted")],
        provider: { failedAtMs: 4, failure: "131047 Re-engagement" },
      },
    ],
  ] as const)("says %s", (code, state) => {
    expect(explain(aNotification(state))).toMatchObject({ code, summary: EXPLANATIONS[code]?.summary });
  });

  it("says when another attempt comes, and no longer once there is none", () => {
    const history = [entry(1, "pending", { ...silence, retryAt: at(9) })];
    const waiting = aNotification({ status: "pending", lastError: silence.text, history });
    expect(explain(waiting).willRetryAt).toBe(at(9));
    expect(explain({ ...waiting, status: "failed" })).not.toHaveProperty("willRetryAt");
  });

  it("reads a cause that is longer than its entry of the timeline keeps", () => {
    const text = `550 5.7.1 ${"x".repeat(400)}`;
    const history = [entry(1, "failed", { stage: "content", code: 550, text: text.slice(0, 300) })];
    expect(explain(aNotification({ status: "failed", lastError: text, history })).code).toBe("policy_refused");
  });

  it("has sentences for every code", () => {
    for (const code of EXPLANATION_CODES) {
      expect(code).toMatch(/^[a-z]+(?:_[a-z]+)*$/);
      expect(EXPLANATIONS[code]).toEqual({
        summary: expect.stringMatching(/\.$/),
        whatToDo: expect.stringMatching(/\.$/),
      });
    }
  });
});

describe("toldTimeline() and toldRecipients()", () => {
  it("tell of a refused copy with its attempt, before the mail was sent to the others", () => {
    const notification = aNotification({
      status: "sent",
      attempts: 2,
      createdAt: at(0),
      history: [
        entry(1, "pending", { stage: "recipients", code: 451, text: "451 later", retryAt: at(2) }),
        entry(2, "sent", { stage: "content", code: 250, text: "250 OK" }),
      ],
      recipients: [
        { to: 0, result: "accepted", attempt: 2 },
        { to: 1, result: "refused", attempt: 1, code: 550, text: refusal.text },
      ],
    });
    const addresses = ["a@example.com", "b@example.com"];
    expect(toldTimeline(notification, addresses, explanations)).toEqual([
      { at: at(0), event: "accepted" },
      {
        ...{ at: at(1), event: "recipient_refused", attempt: 1, recipient: "b@example.com" },
        ...{ code: "mailbox_not_found", response: refusal.text },
      },
      { at: at(1), event: "retrying", attempt: 1, code: "server_deferred", response: "451 later", retryAt: at(2) },
      { at: at(2), event: "sent", attempt: 2, code: "partly_delivered", response: "250 OK" },
    ]);
    expect(toldRecipients(notification, addresses)).toEqual([
      { recipient: "a@example.com", outcome: "accepted" },
      { recipient: "b@example.com", outcome: "refused", response: refusal.text },
    ]);
    expect(toldRecipients(notification, [])[1]).toEqual({ outcome: "refused", response: refusal.text });
  });

  it("tell of a resend without another explanation than before", () => {
    const notification = aNotification({
      status: "failed",
      attempts: 1,
      createdAt: at(0),
      history: [entry(1, "failed")],
    });
    const resends = [{ id: "again", at: at(2) }];
    const told = toldTimeline({ ...notification, resends }, [], explanations);
    expect(told.at(-1)).toEqual({ at: at(2), event: "resent", notificationId: "again" });
    expect(told.slice(0, -1)).toEqual(toldTimeline(notification, [], explanations));
    const noted = { ...notification, resentAs: ["again"] };
    expect(explanations.explain(noted)).toEqual(explanations.explain(notification));
  });

  it("tell of an interrupted last attempt and of refused recipients at no time before what they follow", () => {
    const history = [entry(1, "pending", { stage: "recipients", code: 451, text: "451 later" })];
    const recipients = [{ to: 0, result: "refused", attempt: 1, text: refusal.text, code: 550 } as const];
    const changes = {
      status: "pending",
      attempts: 2,
      createdAt: at(2),
      updatedAt: at(0),
      history,
      recipients,
    } as const;
    const told = toldTimeline(aNotification(changes), ["a@example.com"], explanations);
    expect(told.map((one) => [one.event, one.at])).toEqual([
      ["accepted", at(2)],
      ["recipient_refused", at(2)],
      ["retrying", at(2)],
      ["interrupted", at(2)],
    ]);
  });

  it("tell records that know no attempt with the last one", () => {
    const history = [entry(1, "sent", { stage: "content", text: "250 OK" })];
    const recipients = [{ to: 0, result: "refused", text: refusal.text, code: 550 } as const];
    const told = toldTimeline(
      aNotification({ status: "sent", attempts: 1, history, recipients }),
      ["a@example.com"],
      explanations,
    );
    expect(told.map(({ event }) => event)).toEqual(["accepted", "recipient_refused", "sent"]);
  });

  it("give an interrupted attempt the time of what came after it, and quote nobody where the service decided itself", () => {
    const history = [entry(2, "failed", { stage: "check", text: MAIL_CAUSES.account_deleted })];
    const lastError = MAIL_CAUSES.account_deleted;
    const told = toldTimeline(aNotification({ status: "failed", attempts: 2, history, lastError }), [], explanations);
    expect(told.slice(1)).toEqual([
      { at: at(2), event: "interrupted", attempt: 1, code: "attempt_interrupted" },
      { at: at(2), event: "failed", attempt: 2, code: "account_deleted" },
    ]);
  });

  it.each([
    ["waiting", { status: "pending" }],
    ["failed", { status: "failed" }],
    ["accepted", { status: "sent" }],
    ["delivered", { status: "sent", provider: { deliveredAtMs: 1 } }],
    ["read", { status: "sent", provider: { readAtMs: 1 } }],
  ] as const)("say %s of recipients that share the notification's fate", (outcome, state) => {
    expect(toldRecipients(aNotification(state), ["+15550001"])).toEqual([{ recipient: "+15550001", outcome }]);
  });
});
