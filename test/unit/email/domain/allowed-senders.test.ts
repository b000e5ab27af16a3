import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isSenderAllowed, isSenderEntry } from "../../../../shared/email/domain/allowed-senders.ts";

describe("isSenderEntry() (D52)", () => {
  it.each([
    "billing@shop.example",
    "Büro@bücher.example",
    "root@localhost",
    "*@shop.example",
    "*@bücher.example",
    "*@xn--bcher-kva.example",
    "*@SHOP.example",
    "a*b@shop.example",
    "**@shop.example",
  ])("takes %s", (entry) => {
    expect(isSenderEntry(entry)).toBe(true);
  });

  it.each([
    "",
    "*",
    "*@",
    "@shop.example",
    "shop.example",
    "*shop.example",
    "*@localhost",
    "*@*.shop.example",
    "*@.shop.example",
    "*@shop.example.",
    "*@127.0.0.1",
    "*@shop.example/x",
    "*@a@shop.example",
    "Shop <billing@shop.example>",
    "a@shop.example, b@shop.example",
    "*@shop.example\r\nBcc: x@y.example",
    `*@${"b".repeat(60)}.${"c".repeat(60)}.${"d".repeat(60)}.${"e".repeat(60)}.${"f".repeat(8)}.example`,
  ])("refuses %j", (entry) => {
    expect(isSenderEntry(entry)).toBe(false);
  });
});

describe("isSenderAllowed() (D52)", () => {
  const account = {
    fromAddress: "Orders@shop.example",
    fromAddresses: ["billing@shop.example", "büro@bücher.example", "*@news.example", "*@XN--BCHER-KVA.shop.example"],
  };

  it.each([
    ["the account's own address", "orders@shop.example", true],
    ["it in any case", "ORDERS@Shop.Example", true],
    ["an address of the list", "billing@shop.example", true],
    ["it in any case", "Billing@SHOP.example", true],
    ["it with a plus part", "billing+7@shop.example", false],
    ["the account's own with a plus part", "orders+7@shop.example", false],
    ["it with a dot more", "bill.ing@shop.example", false],
    ["another address of that domain", "info@shop.example", false],
    ["an address whose domain is written in its ASCII form", "Büro@xn--bcher-kva.example", true],
    ["an address beyond ASCII in capitals", "BÜRO@BÜCHER.example", true],
    ["any address of a domain", "anything+at.all@news.example", true],
    ["it in any case", "A@NEWS.Example", true],
    ["an address of a subdomain", "a@eu.news.example", false],
    ["an address of the domain above", "a@example", false],
    ["a domain that ends alike", "a@oldnews.example", false],
    ["a domain that begins alike", "a@news.example.evil.test", false],
    ["a domain of the list in its other form", "a@bücher.shop.example", true],
    ["an address that looks like an entry", "*@news.example", true],
    ["an address that looks like an entry of no domain", "*@shop.example", false],
  ])("judges %s", (_what, from, expected) => {
    expect(isSenderAllowed(account, from)).toBe(expected);
  });

  it("allows the account's own address alone where there is no list, and nothing where neither is known", () => {
    expect(isSenderAllowed({ fromAddress: "a@shop.example" }, "A@shop.example")).toBe(true);
    expect(isSenderAllowed({ fromAddress: "a@shop.example" }, "b@shop.example")).toBe(false);
    expect(isSenderAllowed({}, "a@shop.example")).toBe(false);
  });

  it("takes no look-alike for a letter of an address on the list", () => {
    expect(isSenderAllowed({ fromAddresses: ["kay@k.example"] }, "\u212aay@k.example")).toBe(false);
    expect(isSenderAllowed({ fromAddresses: ["kay@k.example"] }, "KAY@k.example")).toBe(true);
  });

  it("takes no own address for a whole domain", () => {
    expect(isSenderAllowed({ fromAddress: "*@shop.example" }, "a@shop.example")).toBe(false);
    expect(isSenderAllowed({ fromAddress: "*@shop.example" }, "*@SHOP.example")).toBe(true);
  });

  const local = fc.stringMatching(/^[a-z0-9+_-]{1,12}$/);
  const label = fc.constantFrom(
    { written: "shop", ascii: "shop" },
    { written: "bücher", ascii: "xn--bcher-kva" },
    { written: "例子", ascii: "xn--fsqu00a" },
    { written: "straße", ascii: "xn--strae-oqa" },
    { written: "a1-b2", ascii: "a1-b2" },
  );
  const domain = fc.array(label, { minLength: 1, maxLength: 3 }).map((labels) => ({
    written: [...labels.map(({ written }) => written), "example"].join("."),
    ascii: [...labels.map(({ ascii }) => ascii), "example"].join("."),
  }));
  /** Turns letters into capitals by the bits of a number; `ß` has no single capital letter that means the same in a domain. */
  const shouted = (text: string, bits: number) =>
    [...text].map((one, at) => (one !== "ß" && (bits >> (at % 31)) & 1 ? one.toUpperCase() : one)).join("");
  const bits = fc.nat();

  it("sees one address and one domain in every spelling, and no other", () => {
    fc.assert(
      fc.property(local, local, domain, domain, bits, bits, (one, other, at, elsewhere, how, too) => {
        const asked = shouted(`${one}@${at.written}`, how);
        for (const place of [at.written, at.ascii]) {
          const entry = shouted(`${one}@${place}`, too);
          expect(isSenderAllowed({ fromAddress: entry }, asked)).toBe(true);
          expect(isSenderAllowed({ fromAddresses: [entry] }, asked)).toBe(true);
          expect(isSenderAllowed({ fromAddresses: [shouted(`*@${place}`, too)] }, asked)).toBe(true);
          expect(isSenderAllowed({ fromAddresses: [shouted(`${other}@${place}`, too)] }, asked)).toBe(one === other);
        }
        const isElsewhere = at.ascii !== elsewhere.ascii;
        expect(isSenderAllowed({ fromAddresses: [`*@${elsewhere.written}`] }, asked)).toBe(!isElsewhere);
        expect(isSenderAllowed({ fromAddresses: [`${one}@${elsewhere.ascii}`] }, asked)).toBe(!isElsewhere);
        expect(isSenderAllowed({ fromAddresses: [`*@sub.${at.written}`] }, asked)).toBe(false);
      }),
    );
  });
});
