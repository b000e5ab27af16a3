import { describe, expect, it } from "vitest";
import { notificationContent, storedContent } from "../../../shared/notifications/dynamo/notification-content-item.ts";
import { anEmail } from "../../support/builders.ts";

describe("storedContent()", () => {
  it("leaves an email of the fields of before as it was", () => {
    expect(storedContent(anEmail())).toEqual(anEmail());
  });

  it.each([
    { text: "Hi" },
    { replyTo: ["r@example.org"] },
    { headers: { "X-a": "b" } },
    { attachments: [{ filename: "a", sizeBytes: 1, source: { key: "k" } }] },
  ])("hides %j from code of before, which would send the mail without it", (fields) => {
    const stored = storedContent(anEmail(fields));
    // Code of before knew these two names of channels, and refused every other.
    expect(stored).toMatchObject({ channel: expect.not.stringMatching(/^(?:email|chat)$/) });
    expect(notificationContent.parse(stored)).toEqual(anEmail(fields));
  });
});
