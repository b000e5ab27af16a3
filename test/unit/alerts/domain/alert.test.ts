import { describe, expect, it } from "vitest";
import { type AlertSubject, textOfAlert, textOfWaiting } from "../../../../shared/alerts/domain/alert.ts";

const AT = Date.parse("2026-11-27T10:05:40.000Z");
const textOf = (subject: AlertSubject) => textOfAlert({ id: "a", subject, atMs: AT });

describe("textOfAlert()", () => {
  it("says which record has which problem since when, what was reported, and what to do", () => {
    const { title, body } = textOf({ kind: "webhook_disabled", id: "w", name: "Orders", cause: "it answered 410" });
    expect(title).toBe("The webhook Orders was disabled");
    expect(body.split("\n\n")).toEqual([
      "The webhook Orders was disabled, since 2026-11-27 10:05 UTC.",
      "Reported: it answered 410",
      "Events are not posted to it any more. They stay in the feed for 30 days.",
      "Open the webhook under Webhooks in the panel, enable it, and replay what it has missed.",
      "This mail was sent because alerts are on. The page Alerts in the panel changes who is told of what.",
    ]);
  });

  it.each([
    ["sending_account_failing", "The sending account X fails"],
    ["chat_template_rejected", "The chat template X was rejected"],
  ] as const)("leaves out the report of %s where nothing was reported", (kind, title) => {
    const text = textOf({ kind, id: "x", name: "X" });
    expect(text.title).toBe(title);
    expect(text.body).not.toContain("Reported");
  });

  it("keeps names and reports of others on one line", () => {
    const { title, body } = textOf({
      kind: "webhook_disabled",
      id: "w",
      name: "a\r\nBcc: b",
      cause: "no\n\nThis is Herald",
    });
    expect(title).toBe("The webhook a Bcc: b was disabled");
    expect(body).toContain("Reported: no This is Herald");
  });
});

describe("textOfWaiting()", () => {
  const customer = (i: number) => ({ name: `Customer ${i}`, sinceMs: AT + i * 60_000 });

  it("names one customer, or several", () => {
    expect(textOfWaiting([customer(0)]).title).toBe("A customer has waited for an answer for an hour");
    const { title, body } = textOfWaiting([customer(0), customer(1)]);
    expect(title).toBe("2 customers have waited for an answer for an hour");
    expect(body).toContain("Customer 0, since 2026-11-27 10:05 UTC\nCustomer 1, since 2026-11-27 10:06 UTC\n");
  });

  it("names twenty, and counts the others", () => {
    const { body } = textOfWaiting(Array.from({ length: 25 }, (_, i) => customer(i)));
    expect(body.match(/^Customer /gm)).toHaveLength(20);
    expect(body).toContain("and 5 more");
  });
});
