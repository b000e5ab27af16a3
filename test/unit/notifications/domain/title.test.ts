import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ChatContent } from "../../../../shared/chat/domain/chat-content.ts";
import { chatTitle } from "../../../../shared/chat/domain/chat-title.ts";
import { MAX_TITLE_CHARACTERS, oneLine } from "../../../../shared/notifications/domain/title.ts";

describe("oneLine() and chatTitle()", () => {
  it("is the subject of a mail, on one line", () => {
    expect(oneLine(" Your order\r\n 10042 ")).toBe("Your order 10042");
  });

  it.each<[string | undefined, ChatContent["message"]]>([
    ["Hi Ana, it is here.", { type: "text", body: "Hi Ana,\n\nit is here.", previewUrl: false }],
    ["The bill", { type: "document", source: { id: "1" }, caption: "The bill", filename: "bill.pdf" }],
    ["bill.pdf", { type: "document", source: { id: "1" }, filename: "bill.pdf" }],
    [undefined, { type: "image", source: { id: "1" } }],
    ["Main street 1", { type: "location", latitude: 1, longitude: 2, address: "Main street 1" }],
    ["\u{1F44D}", { type: "reaction", messageId: "1", emoji: "\u{1F44D}" }],
  ])("is %j for a chat message of its kind", (title, message) => {
    expect(chatTitle({ message })).toBe(title);
  });

  it("is the name of a chat template", () => {
    const components = { body: [], buttons: [] };
    const template = { type: "template", templateId: "1", name: "order_ready", language: "en", components } as const;
    expect(chatTitle({ message: { ...template, values: {} } })).toBe("order_ready");
  });

  it("is undefined for an empty subject", () => {
    expect(oneLine(" ")).toBeUndefined();
  });

  it("cuts a long one before a pair that does not fit, and says so", () => {
    expect(oneLine(`${"a".repeat(78)}\u{1F600}\u{1F600}`)).toBe(`${"a".repeat(78)}\u2026`);
    expect(oneLine("b".repeat(80))).toBe("b".repeat(80));
  });

  it("has at most 80 characters on one line, and none that is half of a pair", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 300 }), (subject) => {
        const title = oneLine(subject) ?? "";
        expect(title.length).toBeLessThanOrEqual(MAX_TITLE_CHARACTERS);
        expect(title.isWellFormed()).toBe(true);
        expect(title).not.toMatch(/[\r\n]/);
      }),
    );
  });
});
