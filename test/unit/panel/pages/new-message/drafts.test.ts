import { describe, expect, it } from "vitest";
import { chatOf, EMPTY_CHAT, isComplete, phoneIn } from "../../../../../panel/src/pages/new-message/chat-draft.ts";
import { addressesIn, EMPTY_MAIL, mailOf } from "../../../../../panel/src/pages/new-message/mail-draft.ts";

const written = { ...EMPTY_MAIL, accountId: "account", to: " ana@example.test ", subject: "Hello", body: "It works." };

describe("the request of a mail", () => {
  it("has the fields that were written, and no empty one", () => {
    const mail = { recipient: "ana@example.test", smtp_account_id: "account", subject: "Hello", body: "It works." };
    expect(mailOf(written)).toEqual({ ...mail, body_type: "text", variables: {} });
  });

  it("reads copies that are separated by commas, semicolons or lines", () => {
    expect(addressesIn(" a@b.example, c@d.example;\n,e@f.example ")).toEqual([
      "a@b.example",
      "c@d.example",
      "e@f.example",
    ]);
    expect(mailOf({ ...written, cc: "a@b.example,", bcc: ";" })).toMatchObject({ cc: ["a@b.example"] });
    expect(mailOf({ ...written, bcc: ";" })).not.toHaveProperty("bcc");
  });

  it("takes the place of text with a template and its values, texts and others apart", () => {
    const draft = { ...written, content: "template", templateId: "t", values: { name: "Ana", items: [1], gone: "" } };
    expect(mailOf({ ...draft, content: "template" })).toEqual({
      ...{ recipient: "ana@example.test", smtp_account_id: "account" },
      ...{ template_id: "t", variables: { name: "Ana" }, data: { items: [1] } },
    });
  });

  it("names the files that were uploaded", () => {
    const files = [{ id: "f1", name: "bill.txt" }];
    expect(mailOf({ ...written, files })).toMatchObject({ attachments: [{ attachment_id: "f1" }] });
  });

  it("leaves at the reader's local time", () => {
    const local = "2026-12-01T09:30";
    expect(mailOf({ ...written, sendAt: local })).toMatchObject({ send_at: new Date(local).toISOString() });
  });
});

describe("the request of a first chat message", () => {
  it("has the number as the service takes it", () => {
    expect(phoneIn(" +351 (912) 345-678 ")).toBe("+351912345678");
    const draft = { ...EMPTY_CHAT, accountId: "a", to: "+351 912", templateId: "t", values: { parameter_1: "Ana" } };
    expect(chatOf(draft)).toEqual({
      ...{ channel: "chat", recipient: "+351912", chat_account_id: "a", variables: {} },
      chat: { type: "template", template_id: "t", values: { parameter_1: "Ana" } },
    });
  });

  it("needs a template and all its values", () => {
    const parameter = { component: "body", position: 1, name: "parameter_1", type: "text", required: true } as const;
    const template = { parameters: [parameter] } as unknown as Parameters<typeof isComplete>[0];
    expect([isComplete(undefined, {}), isComplete(template, {}), isComplete(template, { parameter_1: " " })]).toEqual([
      false,
      false,
      false,
    ]);
    expect(isComplete(template, { parameter_1: "Ana" })).toBe(true);
  });
});
