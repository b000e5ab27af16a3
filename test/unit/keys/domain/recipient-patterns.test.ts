import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isRecipientPattern, recipientMatcher } from "../../../../shared/keys/domain/recipient-patterns.ts";

describe("isRecipientPattern()", () => {
  it.each([
    "ana@example.com",
    "ana+news@example.com",
    "josé@café.example",
    "*@example.com",
    "*@EXAMPLE.com",
    "*@café.example",
    "*@mail.example.com",
    "+34600000001",
    "+351*",
    "+3*",
  ])("takes %s", (text) => {
    expect(isRecipientPattern(text)).toBe(true);
  });

  it.each([
    "",
    "*",
    "*@*",
    "*@",
    "@example.com",
    "example.com",
    "*@localhost",
    "*@*.example.com",
    "*.example.com",
    "*@.example.com",
    "*@example.com.",
    "*@example.com ",
    " *@example.com",
    "*@exa mple.com",
    "*@192.0.2.1",
    "*@[192.0.2.1]",
    "*@https://example.com",
    "*@example.com/x",
    "**@example.com",
    "a*@example.com",
    "*a@example.com",
    "ana@*",
    "Ana <ana@example.com>",
    "+",
    "+*",
    "+0*",
    "+351",
    "351*",
    "351910000001",
    "+351**",
    "+351*1",
    "+351 91*",
    "+1234567890123456*",
    "+1234567890123456",
  ])("refuses %j", (text) => {
    expect(isRecipientPattern(text)).toBe(false);
  });
});

describe("recipientMatcher() (D47c)", () => {
  const matches = (pattern: string, recipient: string | undefined) => recipientMatcher([pattern])(recipient);

  it.each([
    ["*@example.com", "ana@example.com"],
    ["*@example.com", "Ana+tag@EXAMPLE.COM"],
    ["*@CAFÉ.example", "ana@xn--caf-dma.example"],
    ["*@xn--caf-dma.example", "ana@café.example"],
    ["ana@example.com", "Ana@Example.com"],
    ["ana+news@example.com", "ana+news@example.com"],
    ["+34600000001", "+34600000001"],
    ["+351*", "+351910000001"],
    ["+5511987654321", "+551187654321"],
    ["+55119*", "+551187654321"],
    ["+55118*", "+551187654321"],
  ])("%s matches %s", (pattern, recipient) => {
    expect(matches(pattern, recipient)).toBe(true);
  });

  it.each([
    ["*@example.com", "ana@mail.example.com"],
    ["*@mail.example.com", "ana@example.com"],
    ["*@example.com", "ana@example.com.evil.example"],
    ["*@example.com", "ana@notexample.com"],
    ["ana@example.com", "ana+news@example.com"],
    ["ana+news@example.com", "ana@example.com"],
    ["ana@example.com", "bana@example.com"],
    ["+34600000001", "+346000000012"],
    ["+351*", "+352910000001"],
    ["+351*", "ana@example.com"],
    ["+351*", "+351910000001@example.com"],
    ["*@example.com", "+351910000001"],
    ["*@example.com", ""],
    ["*@example.com", undefined],
    ["+351*", undefined],
  ])("%s does not match %s", (pattern, recipient) => {
    expect(matches(pattern, recipient)).toBe(false);
  });

  it("matches by any of its patterns, and nothing without one", () => {
    const isMatch = recipientMatcher(["*@example.com", "+351*", "bo@example.org"]);
    expect(["a@example.com", "+351910000001", "bo@example.org"].every(isMatch)).toBe(true);
    expect(["a@example.org", "+34600000001"].some(isMatch)).toBe(false);
    expect(recipientMatcher([])("a@example.com")).toBe(false);
  });

  const local = fc.stringMatching(/^[a-z0-9]{1,12}(\+[a-z0-9]{1,6})?$/);
  const domain = fc.stringMatching(/^[a-z]{1,10}(\.[a-z]{2,8}){1,2}$/);
  const number = fc.stringMatching(/^\+[1-9]\d{6,14}$/);

  it("matches each address by itself and by its domain, in any case", () => {
    fc.assert(
      fc.property(local, domain, (name, host) => {
        const address = `${name}@${host}`;
        expect(matches(`*@${host}`, address.toUpperCase())).toBe(true);
        expect(matches(address, address.toUpperCase())).toBe(true);
        expect(matches(`*@x.${host}`, address)).toBe(false);
        expect(matches(`x${address}`, address)).toBe(false);
      }),
    );
  });

  it("matches each number by itself and by each of its beginnings, and never an address", () => {
    fc.assert(
      fc.property(number, fc.nat(14), (phone, cut) => {
        const prefix = phone.slice(0, 2 + Math.min(cut, phone.length - 2));
        expect(matches(`${prefix}*`, phone)).toBe(true);
        expect(matches(phone, phone)).toBe(true);
        expect(matches(`${prefix}*`, `${phone}@example.com`)).toBe(false);
      }),
    );
  });
});
