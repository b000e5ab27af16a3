import { describe, expect, it } from "vitest";
import { sendingAccountRequest } from "../../../../shared/email/contract/sending-account-request.ts";
import { shapeMessages } from "../../../support/shape-problems.ts";

const ACCOUNT = { label: "Shop", from_address: "a@shop.example", host: "h", port: 25, encryption: "none" };
const sendersOf = (from_addresses?: unknown) =>
  sendingAccountRequest.parse({ ...ACCOUNT, from_addresses }).fromAddresses;
const problemsOf = (from_addresses: unknown) => shapeMessages(sendingAccountRequest, { ...ACCOUNT, from_addresses });

describe("from_addresses (D52)", () => {
  it("are trimmed and stay as they are written", () => {
    const given = [" Billing@Shop.example\t", "*@BÜCHER.example", "billing@shop.example"];
    expect(sendersOf(given)).toEqual(["Billing@Shop.example", "*@BÜCHER.example", "billing@shop.example"]);
  });

  it("are absent where none is given", () => {
    expect(sendersOf()).toBeUndefined();
    expect(sendersOf([])).toBeUndefined();
  });

  it("are at most 100", () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => `a${i}@shop.example`);
    expect(sendersOf(many(100))).toHaveLength(100);
    expect(problemsOf(many(101))).toEqual(["from_addresses must have at most 100 entries"]);
  });

  it.each([null, "a@shop.example", {}, 1, [1], [null], [["a@shop.example"]]])("refuses %j", (given) => {
    expect(problemsOf(given)).toEqual(["from_addresses must be an array of strings"]);
  });

  it.each(["", " ", "*", "shop.example", "*@localhost", "*@*.shop.example", "Shop <a@shop.example>", "a@b@c.example"])(
    "refuses the entry %j",
    (entry) => {
      const message = "from_addresses must hold email addresses, or *@ with a bare domain name such as *@example.com";
      expect(problemsOf(["ok@shop.example", entry])).toEqual([message]);
    },
  );
});
