import { describe, expect, it } from "vitest";
import { type CustomerMessage, reportedValue } from "../../../../shared/sandbox/domain/customer-message.ts";

const SENDING = { phone: "+15551230001", messageId: "wamid.1", mediaId: "m1", sha256: "hash" };
const aMessage = (changes: Partial<CustomerMessage> = {}): CustomerMessage => ({
  type: "text",
  message: { type: "text", text: { body: "Hi" } },
  isWithoutPhone: false,
  file: { base64: "" },
  ...changes,
});
const reported = (changes: Partial<CustomerMessage> = {}) => reportedValue(aMessage(changes), SENDING);

describe("what the platform would report of a sandbox customer (D48d)", () => {
  it("has the customer's number, id and name, and the message", () => {
    expect(reported({ profileName: "Ana", sentAtMs: 1_795_262_400_999 })).toEqual({
      contacts: [{ profile: { name: "Ana" }, wa_id: "15551230001", user_id: "US.15551230001" }],
      messages: [
        {
          from: "15551230001",
          from_user_id: "US.15551230001",
          id: "wamid.1",
          timestamp: "1795262400",
          type: "text",
          text: { body: "Hi" },
        },
      ],
    });
  });

  it("lacks what the customer hides, and a time that was not given", () => {
    expect(reported({ isWithoutPhone: true, userId: "US.9" })).toEqual({
      contacts: [{ user_id: "US.9" }],
      messages: [{ from_user_id: "US.9", id: "wamid.1", type: "text", text: { body: "Hi" } }],
    });
  });

  it.each([
    ["image", {}, { mime_type: "image/jpeg" }],
    ["video", {}, { mime_type: "video/mp4" }],
    ["audio", {}, { mime_type: "audio/ogg; codecs=opus", voice: true }],
    ["audio", { contentType: "audio/mpeg" }, { mime_type: "audio/mpeg", voice: false }],
    ["sticker", {}, { mime_type: "image/webp", animated: false }],
    ["document", {}, { mime_type: "application/pdf", filename: "document" }],
    ["document", { filename: "a.txt", contentType: "text/plain" }, { mime_type: "text/plain", filename: "a.txt" }],
  ])("describes the file of type %s %j", (type, file, described) => {
    const message = { type, [type]: { caption: "look" } };
    const [only] = reported({ type, message, file: { base64: "", ...file } }).messages;
    expect(only).toMatchObject({ [type]: { id: "m1", sha256: "hash", caption: "look", ...described } });
  });

  it("says why a type is not supported, and names no contact in a notice", () => {
    const [only] = reported({ type: "unsupported", message: { type: "unsupported" } }).messages;
    expect(only).toMatchObject({ errors: [{ code: 131_051, title: "Message type unknown" }] });
    expect(reported({ type: "system", message: { type: "system", system: {} } })).not.toHaveProperty("contacts");
  });
});
