import { describe, expect, it } from "vitest";
import { explainSmtp } from "../../../panel/src/explain/smtp-answers.ts";
import { statusText } from "../../../panel/src/explain/statuses.ts";
import { explain, type TimelineEvent, timelineEntries } from "../../../panel/src/explain/timeline.ts";
import { durationText, relativeTime } from "../../../panel/src/explain/times.ts";
import { classifyProviderCode } from "../../../shared/chat/domain/provider-errors.ts";
import { MAIL_STAGES, UNANSWERED } from "../../../shared/email/domain/mail.ts";
import { OUTAGE } from "../../../shared/notifications/outage.ts";

const AT = "2026-11-21T12:00:00.000Z";
const only = (event: TimelineEvent) => {
  const [step] = timelineEntries({ events: [event], partly_delivered: false });
  if (step === undefined) throw new Error("no step");
  return step;
};

describe("timelineEntries()", () => {
  it("tells acceptance, an attempt that is tried again, and success, in order", () => {
    const entries = timelineEntries({
      partly_delivered: false,
      events: [
        { event: "accepted", at: AT },
        { event: "attempted", attempt: 1, to: "pending", stage: "connect", text: "ECONNREFUSED", at: AT, retry_at: AT },
        { event: "attempted", attempt: 2, to: "sent", stage: "content", code: 250, text: "250 OK", duration_ms: 420 },
      ],
    });
    expect(entries.map(({ mood }) => mood)).toEqual(["info", "busy", "good"]);
    expect(entries[1]).toMatchObject({
      what: expect.stringMatching(/^Attempt 1 failed; retry scheduled for /),
      why: "There was no connection to the mail server.",
      response: "ECONNREFUSED",
    });
    expect(entries[2]).toMatchObject({ what: "Sent: the server accepted it after 0.4 s", response: "250 OK" });
  });

  it("tells a final failure with a cause and advice", () => {
    const text = "550 5.1.1 No such mailbox here";
    expect(
      only({ event: "attempted", attempt: 1, to: "failed", stage: "recipients", code: 550, text, at: AT }),
    ).toEqual({
      mood: "bad",
      what: "Attempt 1 failed, no retry",
      why: "There is no mailbox with this address.",
      todo: "Correct the address, or stop sending to it.",
      response: text,
      at: AT,
    });
  });

  it("tells what the service itself decided: a deleted account, a forbidden domain, a lost worker, giving up", () => {
    const gone = {
      event: "attempted",
      attempt: 1,
      to: "failed",
      text: "the sending account no longer exists",
    } as const;
    expect(only(gone).why).toBe("The sending account was deleted before this was sent.");
    expect(only({ ...gone, text: "a recipient's domain is not one of the account's trusted_domains" }).todo).toMatch(
      /^Add the domain/,
    );
    expect(only({ event: "interrupted", attempt: 2 }).what).toBe("Attempt 2 was interrupted");
    expect(only({ event: "given_up", at: AT, text: "it crashed" })).toMatchObject({ mood: "bad", why: "it crashed" });
  });

  it("tells that a mail went to some of its recipients only", () => {
    const events: TimelineEvent[] = [
      { event: "attempted", attempt: 1, to: "pending", stage: "recipients", code: 451, text: "451 later", at: AT },
      { event: "attempted", attempt: 2, to: "sent", stage: "content", code: 250, text: "250 OK", at: AT },
    ];
    const [first, last] = timelineEntries({ events, partly_delivered: true });
    expect(first?.what).toBe("Attempt 1 failed");
    expect(last).toMatchObject({ mood: "busy", what: "Sent, but not to every recipient", response: "250 OK" });
    expect(statusText({ status: "sent", partly_delivered: true })).toMatchObject({
      label: "Partly delivered",
      mood: "busy",
    });
    expect(statusText({ status: "sent", partly_delivered: false })).toMatchObject({ label: "Sent", mood: "good" });
  });

  it("tells what the chat platform reports", () => {
    // As it should be: nothing to look at.
    expect(only({ event: "attempted", to: "submitted", attempt: 1 })).toMatchObject({
      mood: "info",
      what: "The provider has it",
    });
    expect(only({ event: "reported", report: "read", at: AT })).toMatchObject({
      mood: "good",
      what: "Read by the customer",
    });
    expect(
      only({ event: "reported", report: "failed", at: AT, text: classifyProviderCode(131047).cause }),
    ).toMatchObject({
      mood: "bad",
      todo: "Send an approved template instead, or name one as fallback.",
    });
  });
});

describe("explain()", () => {
  it.each([
    [{ stage: "authentication", code: 535, text: "535 5.7.8 no" }, /^The user name or the password is wrong/],
    [{ stage: "recipients", code: 451, text: "451 4.7.1 Greylisted" }, /^The server's rules forbid/],
    [{ stage: "recipients", code: 450, text: "450 later" }, /^The server asks to come back later/],
    [{ stage: "recipients", code: 552, text: "552 5.2.2 full" }, /mailbox is full/],
    [{ stage: "content", code: 554, text: "554 no thanks" }, /^The server refused the mail itself/],
    [{ stage: "content", text: "the connection closed" }, /has not got the whole of it/],
    [{ text: OUTAGE }, /It was not tried/],
    [{ stage: "content", text: `${UNANSWERED} (connection lost)` }, /It may have been delivered/],
    [{ stage: "resolve", text: "ENOTFOUND" }, /name could not be found/],
    [{ stage: "tls", text: "self-signed certificate" }, /encrypted connection/],
    [{ stage: "request", code: 401, text: "no" }, /refused the credential/],
    [{ stage: "request", code: 503 }, /problem of its own/],
    [{ stage: "request", text: "timeout" }, /could not be reached/],
    [{ stage: "send", code: 131026, text: "x" }, /cannot be delivered to this number/],
    [{ stage: "check", text: "the template was deleted" }, /^The template was deleted\.$/],
    [{}, /did not take it/],
  ])("says why: %j", (answer, why) => {
    expect(explain(answer).why).toMatch(why);
  });

  it.each(MAIL_STAGES)("has a sentence of its own for the stage %s", (stage) => {
    expect(explain({ stage }).why).not.toBe("The provider did not take it.");
  });

  it("trusts the enhanced code over the reply code, and the reply code over the stage", () => {
    expect(explainSmtp({ stage: "sender", code: 550, text: "550 5.1.8 bad sender" }).why).toMatch(/sender's domain/);
    expect(explainSmtp({ stage: "sender", code: 530, text: "530 first STARTTLS" }).why).toMatch(/sign-in first/);
  });

  it("has advice of its own for the platform's codes that a reader can do something about", () => {
    for (const code of [131047, 131026, 131049, 131053, 132000, 132001, 132015, 133010])
      expect(explain({ stage: "send", text: classifyProviderCode(code).cause })).toEqual(
        explain({ stage: "send", code }),
      );
  });
});

describe("times in words", () => {
  const now = Date.parse(AT);
  it.each([
    [0, "now"],
    [-30_000, "30 seconds ago"],
    [-3_600_000, "1 hour ago"],
    [-86_400_000 * 3, "3 days ago"],
    [120_000, "in 2 minutes"],
    [-86_400_000 * 800, "2 years ago"],
  ])("%d ms from now is %s", (offset, text) => {
    expect(relativeTime(new Date(now + offset).toISOString(), now)).toBe(text);
  });

  it("leaves what is no time as it is, and rounds durations", () => {
    expect(relativeTime("soon", now)).toBe("soon");
    expect([420, 12_400, 600_000].map(durationText)).toEqual(["0.4 s", "12 s", "10 min"]);
  });
});
