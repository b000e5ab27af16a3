import { describe, expect, it } from "vitest";
import { recipientMeaning } from "../../../../shared/sandbox/domain/recipient-meaning.ts";

describe("recipientMeaning()", () => {
  it.each([
    ["reject@shop.example", { kind: "reject" }],
    ["Full@shop.example", { kind: "full" }],
    ["DROP+order@other.example", { kind: "drop" }],
    ["bounce+7@shop.example", { kind: "bounce" }],
    ["complain@shop.example", { kind: "complain" }],
    ["defer2@shop.example", { kind: "defer", times: 2 }],
    ["Defer0+a@shop.example", { kind: "defer", times: 0 }],
    ["slow31+b@shop.example", { kind: "slow", seconds: 31 }],
    ["slow0.25@shop.example", { kind: "slow", seconds: 0.25 }],
    ["slow999999999@shop.example", { kind: "slow", seconds: 3600 }],
  ])("reads %s", (address, meaning) => {
    expect(recipientMeaning(address)).toEqual(meaning);
  });

  it.each([
    "anna@shop.example",
    "rejected@shop.example",
    "a+reject@shop.example",
    "defer@shop.example",
    "defer1.5@shop.example",
    "slow@shop.example",
    "slow-1@shop.example",
    "accept@shop.example",
    "constructor@shop.example",
    "reject",
    "@shop.example",
    "",
  ])("takes the mail of %s", (address) => {
    expect(recipientMeaning(address)).toEqual({ kind: "accept" });
  });
});
