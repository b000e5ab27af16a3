import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  addresses,
  addressesOfField,
  bare,
  decodeEmbedded,
  decodeXtext,
} from "../../../../shared/returned-mail/domain/address-forms.ts";

const hex = (code: number): string => code.toString(16).toUpperCase().padStart(2, "0");
/** RFC 3461 section 4: `+`, `=` and everything that is not printable ASCII is encoded. */
const xtext = (text: string): string => text.replaceAll(/[^!-*,-<>-~]/g, (one) => `+${hex(one.charCodeAt(0))}`);
/** RFC 6533 section 3. */
const embedded = (text: string): string =>
  text.replaceAll(/[^!-*,-<>-[\]-~]/gu, (one) => `\\x{${hex(one.codePointAt(0) ?? 0)}}`);

describe("decodeXtext()", () => {
  it("gives back every text of ASCII that was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary-ascii" }), (text) => {
        expect(decodeXtext(xtext(text))).toBe(text);
      }),
    );
  });

  it("leaves a text without encoded characters as it is", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[^+]*$/), (text) => {
        expect(decodeXtext(text)).toBe(text);
      }),
    );
    expect(decodeXtext("ana+news@x.example")).toBe("ana+news@x.example");
    expect(decodeXtext("ana+2bnews@x.example")).toBe("ana+2bnews@x.example");
  });
});

describe("decodeEmbedded()", () => {
  it("gives back every text that was encoded", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(decodeEmbedded(embedded(text))).toBe(text);
      }),
    );
  });

  it("leaves what is no character as it is", () => {
    expect(decodeEmbedded("\\x{D800}\\x{110000}\\x{}\\x{GG}\\x{1234567}")).toBe(
      "\\x{D800}\\x{110000}\\x{}\\x{GG}\\x{1234567}",
    );
  });
});

describe("addressesOfField()", () => {
  it.each([
    ["rfc822;ana@x.example", ["ana@x.example"]],
    ["RFC822; Ana@X.example", ["Ana@X.example"]],
    [" rfc822 ;; <ana@x.example> ", ["ana@x.example"]],
    ["ana@x.example", ["ana@x.example"]],
    ["rfc822; ana@x.example (Ana)", ["ana@x.example"]],
    ['rfc822; "ana@x.example"', ["ana@x.example"]],
    ["utf-8; jos\\x{E9}@x.example", ["josé@x.example"]],
    ["utf-8; josé@x.example", ["josé@x.example"]],
    ["rfc822; ana+3Dx@x.example", ["ana+3Dx@x.example", "ana=x@x.example"]],
    ["rfc822; ana+5Cx{E9}@x.example", ["ana+5Cx{E9}@x.example", "anaé@x.example"]],
    ["X-Unix; |/usr/bin/filter", []],
    ["rfc822; undisclosed", []],
    ["rfc822;", []],
    ["", []],
    [`rfc822; ${"a".repeat(5000)}@x.example`, []],
  ])("reads %j as %j", (field, expected) => expect(addressesOfField(field)).toEqual(expected));
});

describe("addresses()", () => {
  it("keeps each address once, in any case, and no other text", () => {
    expect(addresses(["ana@x.example", "ANA@x.example", "ana", "", "bo@x.example"])).toEqual([
      "ana@x.example",
      "bo@x.example",
    ]);
  });
});

describe("bare()", () => {
  it.each([
    ["<ana@x.example>", "ana@x.example"],
    ["Ana <ana@x.example>", "ana@x.example"],
    ["ana@x.example (Ana)", "ana@x.example"],
    ["ana@x.example,", "ana@x.example"],
    ["<>", ""],
    ["", ""],
  ])("takes from %j the address %j", (text, address) => expect(bare(text)).toBe(address));
});
