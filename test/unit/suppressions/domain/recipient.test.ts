import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecipient } from "../../../../shared/suppressions/domain/recipient.ts";

const keyOf = (text: string) => readRecipient(text)?.key;

describe("readRecipient()", () => {
  it("takes an address in any case, with either form of its domain, and composed or not, as one", () => {
    const key = keyOf("josé.straße@straße.example");
    for (const same of [
      "JOSÉ.STRASSE@straße.example",
      "José.STRAẞE@STRAßE.example",
      "jose\u0301.straße@xn--strae-oqa.example",
    ])
      expect(keyOf(same)).toBe(key);
    expect(keyOf("ΟΔΟΣ@x.example")).toBe(keyOf("οδος@x.example"));
  });

  it("keeps a plus part, a dot and another letter as a part of the address", () => {
    const all = ["ana@x.example", "ana+news@x.example", "a.na@x.example", "ir@x.example", "ır@x.example"];
    expect(new Set(all.map(keyOf)).size).toBe(5);
  });

  it("takes ß and SS as one letter in the local part only, because they are two in domains", () => {
    expect(keyOf("straße@x.example")).toBe(keyOf("STRASSE@x.example"));
    expect(keyOf("ana@straße.example")).not.toBe(keyOf("ana@strasse.example"));
  });

  it("takes all spellings of a number as one, and never for an address", () => {
    expect(readRecipient("+5215512345678")).toEqual({ channel: "chat", key: "+525512345678" });
    expect(keyOf("+525512345678")).toBe(keyOf("+5215512345678"));
    expect(readRecipient("+49301234567@x.example")).toMatchObject({ channel: "email" });
  });

  it.each(["", " ", "ana", "ana@", "@x.example", "Ana <ana@x.example>", "+123", "0049301234567", "a b@x.example"])(
    "reads nothing in %j",
    (text) => expect(readRecipient(text)).toBeUndefined(),
  );

  it("gives the same key to an address of any letters in upper and in lower case, composed or not", () => {
    // The capital of this letter is another letter's, too.
    const glyph = fc
      .string({ unit: "grapheme", minLength: 1, maxLength: 1 })
      .filter((one) => /^\p{L}\p{M}*$/u.test(one) && one !== "ı");
    const word = fc.array(glyph, { minLength: 1, maxLength: 8 }).map((glyphs) => glyphs.join("").normalize("NFC"));
    fc.assert(
      fc.property(word, (local) => {
        const key = keyOf(`${local}@x.example`);
        for (const same of [local.toUpperCase(), local.toLowerCase(), local.normalize("NFD")])
          expect(keyOf(`${same}@x.example`)).toBe(key);
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the same key to an address in upper and in lower case", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}(\.[a-z0-9]{1,9})?@[a-z]{1,10}\.[a-z]{2,6}$/), (address) => {
        expect(keyOf(address.toUpperCase())).toBe(keyOf(address));
      }),
    );
  });
});
