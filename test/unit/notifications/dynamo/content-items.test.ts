import { describe, expect, it } from "vitest";
import { CONTENT_CODECS } from "../../../../shared/channels/content-wiring.ts";
import { toContent } from "../../../../shared/notifications/dynamo/notification-content-item.ts";
import { anEmail } from "../../../support/builders.ts";
import { aChatContent, aTemplateMessage } from "../../../support/chat-builders.ts";

const madeBy = { requestId: "r1", person: "Dana" };
const stored = (content: object): unknown => JSON.parse(JSON.stringify(content));

describe("toContent()", () => {
  it.each([
    anEmail(),
    anEmail({ cc: ["c@example.org"], fromName: "Shop", text: "Hi", replyTo: ["r@example.org"] }),
    anEmail({ headers: { "X-a": "b" }, attachments: [{ filename: "a", sizeBytes: 1, source: { key: "k" } }] }),
    anEmail({ madeBy }),
    aChatContent({ isReply: true, madeBy }),
    aChatContent({ customer: { providerUserId: "US.1" }, message: aTemplateMessage() }),
  ])("reads %j as it was stored", (content) => {
    expect(toContent(CONTENT_CODECS, stored(content))).toEqual(content);
  });

  it("refuses a content that its channel cannot read, and one of a channel that nobody has", () => {
    expect(() => toContent(CONTENT_CODECS, { ...anEmail(), subject: undefined })).toThrow("subject");
    expect(() => toContent(CONTENT_CODECS, { ...anEmail(), channel: "pigeon" })).toThrow("no channel pigeon");
  });
});
