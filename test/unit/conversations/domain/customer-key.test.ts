import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chooseKey, isContested, namesOf } from "../../../../shared/conversations/domain/conversation-id.ts";

const NUMBER = "+5511987654321";
const ID = "US.1";
const both = { number: NUMBER, providerUserId: ID };

describe("namesOf()", () => {
  it("reads the variants of a number as one name", () => {
    expect(namesOf({ phone: "+551187654321", providerUserId: ID })).toEqual(both);
    expect(namesOf({})).toEqual({ number: undefined, providerUserId: undefined });
  });
});

describe("chooseKey()", () => {
  it.each([
    ["nobody has neither number nor id", {}, {}, false, undefined],
    ["a number alone is its own key", { number: NUMBER }, {}, false, { key: NUMBER }],
    ["an id alone is its own key, and learned", { providerUserId: ID }, {}, false, { key: ID, learned: ID }],
    ["an id that comes with a number leads to the number from then on", both, {}, false, { key: NUMBER, learned: ID }],
    ["a number that leads elsewhere goes on there", both, { ofNumber: "other" }, false, { key: "other" }],
    ["a number that leads elsewhere needs no id", { number: NUMBER }, { ofNumber: ID }, false, { key: ID }],
    ["an id that leads to the number goes on there", both, { ofId: NUMBER }, false, { key: NUMBER }],
    [
      "an id that leads to the number needs no number",
      { providerUserId: ID },
      { ofId: NUMBER },
      false,
      { key: NUMBER },
    ],
    ["a conversation that began without the number goes on", both, { ofId: ID }, false, { key: ID, learned: NUMBER }],
    ["a number that has a conversation of its own keeps it", both, { ofId: ID }, true, { key: NUMBER }],
  ] as const)("%s", (_rule, names, learned, isNumberHeld, chosen) => {
    expect(chooseKey(names, learned, isNumberHeld)).toEqual(chosen);
  });

  const word = fc.constantFrom("a", "b", "c");
  const maybe = fc.option(word, { nil: undefined });
  const names = fc.record({ number: maybe, providerUserId: maybe.map((one) => one && `id-${one}`) });
  const learnedKeys = fc.record({ ofNumber: maybe, ofId: maybe });

  it("looks at who holds the number only where that is contested", () =>
    fc.assert(
      fc.property(names, learnedKeys, ({ number, providerUserId }, { ofNumber, ofId }) => {
        const learned = {
          ofNumber: number && ofNumber,
          ofId: providerUserId && ofId,
        };
        const [held, free] = [true, false].map((is) => chooseKey({ number, providerUserId }, learned, is));
        const isSame = JSON.stringify(held) === JSON.stringify(free);
        expect(isSame).toBe(!isContested({ number, providerUserId }, learned));
      }),
    ));

  it("goes on with one key, in whichever order number and id show themselves", () =>
    fc.assert(
      fc.property(fc.array(fc.constantFrom("number", "id", "both"), { minLength: 1, maxLength: 6 }), (shown) => {
        const learned = new Map<string, string>();
        let isHeld = false;
        const keys = shown.map((what) => {
          const given = {
            number: what === "id" ? undefined : NUMBER,
            providerUserId: what === "number" ? undefined : ID,
          };
          const known = {
            ofNumber: given.number && learned.get(NUMBER),
            ofId: given.providerUserId && learned.get(ID),
          };
          const chosen = chooseKey(given, known, isHeld);
          if (chosen?.learned !== undefined) learned.set(chosen.learned, chosen.key);
          if (chosen?.key === NUMBER) isHeld = true;
          return chosen?.key;
        });
        // A number and an id that appear separately are two customers until a message shows both. No third key appears
        // after that.
        const firstBoth = shown.indexOf("both");
        if (firstBoth !== -1) {
          const later = new Set(keys.slice(firstBoth));
          const isSplit = shown.slice(0, firstBoth).includes("number") && shown.slice(0, firstBoth).includes("id");
          expect(later.size).toBeLessThanOrEqual(isSplit ? 2 : 1);
        }
        expect(keys).not.toContain(undefined);
      }),
    ));
});
