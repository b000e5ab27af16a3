import { describe, expect, it } from "vitest";
import { type TimelineEvent, timelineEntries } from "../../../../panel/src/explain/timeline.ts";
import { durationText, fullTime, relativeTime } from "../../../../panel/src/explain/times.ts";

const AT = "2026-11-21T12:00:00.000Z";
const why = (summary: string, what_to_do = "Mend it.") => ({
  explanation: { code: "unknown", summary, what_to_do } as const,
});
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
        {
          event: "attempted",
          attempt: 1,
          to: "pending",
          stage: "connect",
          text: "ECONNREFUSED",
          at: AT,
          retry_at: AT,
          ...why("No connection."),
        },
        { event: "attempted", attempt: 2, to: "sent", stage: "content", code: 250, text: "250 OK", duration_ms: 420 },
      ],
    });
    expect(entries.map(({ tone }) => tone)).toEqual(["note", "wait", "ok"]);
    expect(entries[1]).toMatchObject({
      what: "Attempt 1 failed; retry scheduled",
      why: "No connection.",
      response: "ECONNREFUSED",
    });
    expect(entries[2]).toMatchObject({ what: "Sent: the server accepted it after 0.4 s", response: "250 OK" });
  });

  it("tells a final failure with a cause and advice", () => {
    const text = "550 5.1.1 No such mailbox here";
    expect(
      only({
        event: "attempted",
        attempt: 1,
        to: "failed",
        stage: "recipients",
        code: 550,
        text,
        at: AT,
        ...why("No mailbox."),
      }),
    ).toEqual({
      tone: "bad",
      what: "Attempt 1 failed, no retry",
      why: "No mailbox.",
      todo: "Mend it.",
      response: text,
      at: AT,
    });
  });

  it("tells a lost worker and giving up in the service's words", () => {
    expect(only({ event: "interrupted", attempt: 2, ...why("Stopped.") })).toMatchObject({
      what: "Attempt 2 was interrupted",
      why: "Stopped.",
    });
    expect(only({ event: "given_up", at: AT, text: "it crashed", ...why("Crashed.") })).toMatchObject({
      tone: "bad",
      why: "Crashed.",
      response: "it crashed",
    });
  });

  it("tells that a mail went to some of its recipients only", () => {
    const events: TimelineEvent[] = [
      { event: "attempted", attempt: 1, to: "pending", stage: "recipients", code: 451, text: "451 later", at: AT },
      {
        event: "attempted",
        attempt: 2,
        to: "sent",
        stage: "content",
        code: 250,
        text: "250 OK",
        at: AT,
        ...why("Some."),
      },
    ];
    const [first, last] = timelineEntries({ events, partly_delivered: true });
    expect(first?.what).toBe("Attempt 1 failed");
    expect(last).toMatchObject({
      tone: "part",
      what: "Sent, but not to every recipient",
      why: "Some.",
      response: "250 OK",
    });
  });

  it("tells what the chat platform reports", () => {
    // The event is normal, so it needs no attention.
    expect(only({ event: "attempted", to: "submitted", attempt: 1 })).toMatchObject({
      tone: "note",
      what: "The provider has it",
    });
    expect(only({ event: "reported", report: "read", at: AT })).toMatchObject({
      tone: "ok",
      what: "Read by the customer",
    });
    expect(only({ event: "reported", report: "failed", at: AT, text: "131047 late", ...why("Late.") })).toMatchObject({
      tone: "bad",
      why: "Late.",
      todo: "Mend it.",
      response: "131047 late",
    });
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

  it("writes a whole time with the day first and 24 hours, as the panel does elsewhere", () => {
    expect(fullTime(new Date(2027, 0, 7, 1, 19, 57).toISOString())).toBe("7 Jan 2027, 01:19:57");
    expect(fullTime("soon")).toBe("soon");
  });

  it("leaves what is no time as it is, and rounds durations", () => {
    expect(relativeTime("soon", now)).toBe("soon");
    expect([2, 420, 12_400, 600_000].map(durationText)).toEqual(["less than 0.1 s", "0.4 s", "12 s", "10 min"]);
  });
});

describe("the way to a remedy", () => {
  it("leads to the account or to the address, whichever the cause is", () => {
    const cure = (code: "credential_refused" | "mailbox_not_found" | "server_busy") =>
      only({ event: "attempted", to: "failed", at: AT, explanation: { code, summary: "", what_to_do: "" } }).cure;
    expect([cure("credential_refused"), cure("mailbox_not_found"), cure("server_busy")]).toEqual([
      "account",
      "address",
      undefined,
    ]);
  });
});
