import { describe, expect, it } from "vitest";
import { csvHead, csvOf } from "../../../../../panel/src/csv/write-csv.ts";
import {
  filtersIn,
  pathOf,
  recipientIn,
  SUPPRESSIONS,
} from "../../../../../panel/src/pages/suppressions/suppression.ts";

describe("the search for a suppression", () => {
  it.each([
    [" Ana@Shop.Example ", "Ana@Shop.Example"],
    ["ana+news@straße.example", "ana+news@straße.example"],
    ["+351 912 345-678", "+351912345678"],
    ["+1 (415) 555.0123", "+14155550123"],
    ["ana", undefined],
    ["ana@", undefined],
    ["ana bo@shop.example", undefined],
    ["+12", undefined],
    ["912345678", undefined],
    ["", undefined],
  ])("of %j asks for %j", (typed, recipient) => {
    expect(recipientIn(typed)).toBe(recipient);
  });

  it("is part of the address, and a misspelt reason is not", () => {
    const [, query = ""] = pathOf("a+b@shop.example&x").split("?");
    expect(filtersIn(new URLSearchParams(query))).toEqual({ q: "a+b@shop.example&x" });
    expect(filtersIn(new URLSearchParams("q=+&reason=bounce"))).toEqual({ reason: "bounce" });
    expect(filtersIn(new URLSearchParams("reason=other"))).toEqual({});
  });
});

it("an export has every field, with formulas defused", () => {
  const row = {
    ...({ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "chat", recipient: "+351912345678" } as const),
    ...({ reason: "bounce", created_at: "2026-11-22T12:00:00.000Z", response: '=1+1, "x"' } as const),
  };
  expect(csvHead(SUPPRESSIONS)).toBe("recipient,reason,topic,created_at,channel,notification_id,response,id\r\n");
  expect(csvOf(SUPPRESSIONS, [row])).toBe(
    `"'+351912345678",bounce,,2026-11-22T12:00:00.000Z,chat,,"'=1+1, ""x""",${row.id}\r\n`,
  );
});
