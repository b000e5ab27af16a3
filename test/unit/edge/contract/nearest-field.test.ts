import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { nearestField } from "../../../../shared/edge/contract/nearest-field.ts";

const FIELDS = ["channel", "recipient", "from", "cc", "bcc", "subject", "body", "body_type", "text", "template_id"];
const character = fc.constantFrom(..."abcdefghijklmnopqrstuvwxyz");

describe("nearestField() (D54)", () => {
  it.each([
    ["to", "recipient"],
    ["from_email", "from"],
    ["html", "body"],
    ["text_body", "text"],
    ["textBody", "text"],
    ["To", "recipient"],
    ["templateId", "template_id"],
    ["bodytype", "body_type"],
    ["SUBJECT", "subject"],
    ["recipients", "recipient"],
    ["recpient", "recipient"],
    ["recipiemt", "recipient"],
    ["recipeint", "recipient"],
    ["formm", undefined],
    ["form", "from"],
    ["c", undefined],
    ["bc", undefined],
    ["ccc", undefined],
    ["bogus", undefined],
    ["", undefined],
    ["__proto__", undefined],
  ])("suggests for %s the field %s", (name, meant) => {
    expect(nearestField(name, FIELDS)).toBe(meant);
  });

  it("offers no field that the object does not have", () => {
    expect(nearestField("to", ["label"])).toBeUndefined();
    expect(nearestField("html", [])).toBeUndefined();
  });

  it("does not compare a name of a megabyte", () => {
    expect(nearestField("a".repeat(1_000_000), FIELDS)).toBeUndefined();
  });

  it("finds each field of four letters or more after any one mistake", () => {
    const long = FIELDS.filter((name) => name.length >= 4);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), character, (name, place, added) => {
        const at = place % name.length;
        const [before, after] = [name.slice(0, at), name.slice(at)];
        const mistaken = [
          before + added + after,
          before + after.slice(1),
          before + added + after.slice(1),
          before + (after[1] ?? "") + after[0] + after.slice(2),
        ];
        for (const one of mistaken.filter((text) => !FIELDS.includes(text)))
          expect(nearestField(one, [name])).toBe(name);
      }),
    );
  });
});
