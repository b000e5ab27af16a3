import { describe, expect, it } from "vitest";
import {
  type Approval,
  changesOf,
  draftOf,
  stepFrom,
  titleOf,
} from "../../../../../panel/src/pages/approvals/approval.ts";

const AT = "2026-11-22T12:00:00.000Z";
const anApproval = (content: Approval["content"]): Approval => ({
  id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06",
  notification: {
    ...{ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "email", status: "pending", attempts: 0 },
    ...{ max_attempts: 5, created_at: AT, updated_at: AT, recipient: "ana@example.test" },
  },
  content,
  ...{ requested_by: { id: "k", name: "Assistant" }, requested_at: AT, expires_at: AT },
});
const mail = anApproval({ subject: "Hello", body: "One\r\nTwo", body_type: "text" });

describe("an approval", () => {
  it("has a draft of the texts that may be changed, and none where the message has no text of its own", () => {
    expect(draftOf(mail)).toEqual({ subject: "Hello", body: "One\r\nTwo" });
    expect(draftOf(anApproval({ chat: { type: "text", text: { body: "Hi" } } }))).toEqual({ body: "Hi" });
    expect(draftOf(anApproval({ chat: { type: "template", template_id: "t" } }))).toBeUndefined();
  });

  it("sends only what was changed, and takes another end of a line for no change", () => {
    const before = draftOf(mail) ?? { body: "" };
    expect(changesOf(before, { subject: "Hello", body: "One\nTwo" })).toEqual({});
    expect(changesOf(before, { subject: "Bye", body: "One\nTwo" })).toEqual({ subject: "Bye" });
    expect(changesOf(before, { subject: "Hello", body: "" })).toEqual({ body: "" });
    expect(changesOf({ body: "Hi" }, { body: "Bye" })).toEqual({ body: "Bye" });
  });

  it("is recognised by its subject, or by the beginning of its message", () => {
    expect(titleOf(mail)).toBe("Hello");
    expect(titleOf(anApproval({ subject: "", body: "x", body_type: "text" }))).toBe("(no subject)");
    expect(titleOf(anApproval({ chat: { type: "text", text: { body: "x".repeat(100) } } }))).toBe("x".repeat(80));
    expect(titleOf(anApproval({ chat: { type: "template", template_id: "t" } }))).toBe("A template");
    expect(titleOf(anApproval({ chat: { type: "location" } }))).toBe("A location to ana@example.test");
  });
});

describe("stepFrom()", () => {
  it("goes through the list and stays at its ends", () => {
    const ids = ["a", "b", "c"];
    expect([stepFrom(ids, "a", 1), stepFrom(ids, "c", 1), stepFrom(ids, "a", -1)]).toEqual(["b", "c", "a"]);
    expect([stepFrom(ids, undefined, 1), stepFrom([], "a", 1)]).toEqual(["a", undefined]);
  });
});
