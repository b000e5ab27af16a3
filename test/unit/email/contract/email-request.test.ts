import { describe, expect, it } from "vitest";
import { notificationRequest } from "../../../../shared/channels/contract/notification-request.ts";
import type { EmailRequest } from "../../../../shared/email/contract/email-request.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const MAIL = { recipient: "anna@example.org", subject: "Hello", body: "Hi" };
const CHAT = {
  channel: "chat",
  recipient: "+15551230001",
  chat_account_id: crypto.randomUUID(),
  chat: { type: "text", text: { body: "Hi" } },
};

describe("from of a mail (D52)", () => {
  it("is trimmed and stays as it is written", () => {
    const request = notificationRequest.parse({ ...MAIL, from: "  Billing@Shop.Example " }) as EmailRequest;
    expect(request.from).toBe("Billing@Shop.Example");
    expect((notificationRequest.parse(MAIL) as EmailRequest).from).toBeUndefined();
  });

  it.each(["", " ", "billing", "Shop <billing@shop.example>", "<billing@shop.example>", "a@b.example, c@d.example"])(
    "is no bare address as %j",
    (from) => {
      expect(shapeMessages(notificationRequest, { ...MAIL, from })).toEqual(["from must be a valid email address"]);
    },
  );

  it.each(["billing@shop.example\r\nBcc: x@y.example", "a\u0000@shop.example", "a@b@c.example"])(
    "cannot be %j",
    (from) => {
      expect(shapeMessages(notificationRequest, { ...MAIL, from })).toEqual(["from must be a valid email address"]);
    },
  );

  it.each([null, 1, ["a@shop.example"], {}])("is no string as %j", (from) => {
    expect(shapeMessages(notificationRequest, { ...MAIL, from })).toEqual(["from must be a string"]);
  });
});

describe("from of a chat message (D51)", () => {
  it("is checked for its type alone", () => {
    for (const from of ["", "no address", "a@b.example"])
      expect(shapeMessages(notificationRequest, { ...CHAT, from })).toEqual([]);
    for (const from of [null, 1, ["a@b.example"]])
      expect(shapeMessages(notificationRequest, { ...CHAT, from })).toEqual(["from must be a string"]);
  });
});
