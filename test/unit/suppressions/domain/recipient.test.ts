import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readRecipient } from "../../../../shared/suppressions/domain/recipient.ts";

const keyOf = (text: string) => readRecipient(text)?.key;

describe("readRecipient()", () => {
  it("takes an address in any case, with either form of its domain, and composed or not, as one", () => {
    const key = keyOf("josé.straße@straße.example");
    for (const same of [
      "JOSÉ.straße@STRASSE.example".replace("STRASSE", "straße"),
      "jose\u0301.straße@xn--strae-oqa.example",
    ])
      expect(keyOf(same)).toBe(key);
    expect(keyOf("ΟΔΟΣ@x.example")).toBe(keyOf("οδος@x.example"));
  });

  it("keeps a plus part, a dot and an eszett as a part of the address", () => {
    const all = ["ana@x.example", "ana+news@x.example", "a.na@x.example", "strasse@x.example", "straße@x.example"];
    expect(new Set(all.map(keyOf)).size).toBe(5);
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

  it("gives the same key to an address in upper and in lower case", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[a-z0-9]{1,20}(\.[a-z0-9]{1,9})?@[a-z]{1,10}\.[a-z]{2,6}$/), (address) => {
        expect(keyOf(address.toUpperCase())).toBe(keyOf(address));
      }),
    );
  });
});
