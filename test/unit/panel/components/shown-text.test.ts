import { describe, expect, it } from "vitest";
import { shownText } from "../../../../panel/src/components/shown-text.ts";
import { customerTitle, initialsOf } from "../../../../panel/src/pages/conversations/message-text.ts";
import { titleOf } from "../../../../panel/src/pages/notifications/outcome.ts";
import { shownName } from "../../../../shared/conversations/domain/shown-name.ts";

const PHONE = "+4915155501230";
const INVISIBLE = [
  "",
  "   ",
  "\u200B\u200D\u2060\uFEFF",
  "\u3164 \u115F",
  "\u0301\u0302",
  "\u2800",
  "\u202E\u202C",
  "\u00AD",
];

describe("a name that somebody else wrote", () => {
  it.each(INVISIBLE.map((name) => [name]))("falls back to the number when there is nothing to see: %j", (name) => {
    const customer = { customer_name: name, customer_phone: PHONE };
    expect([customerTitle(customer), initialsOf(customer)]).toEqual([PHONE, "30"]);
    expect(shownName({ profileName: name, customerPhone: PHONE })).toBe(PHONE);
    expect(titleOf({ title: name, channel: "email" })).toBe("Mail without a subject");
  });

  it("changes no direction of the text beside it", () => {
    expect(shownText("\u202Egnp.exe\u2066x\u2069")).toBe("gnp.exex");
  });

  it.each(["שירה לוי", "محمد", "👨‍👩‍👧", "🏳️‍🌈", "❤️", "Z̴̢̛a̶͝l̵g̷o̸", "İstanbul", "नमस्ते"])("keeps %s as it is", (name) => {
    expect(shownText(name)).toBe(name);
    expect(shownName({ profileName: name })).toBe(name);
  });

  it("is cut in a sentence, between whole characters", () => {
    expect(shownName({ profileName: "😀".repeat(500) })).toBe(`${"😀".repeat(80)}…`);
    expect(shownName({})).toBe("A customer");
  });
});
