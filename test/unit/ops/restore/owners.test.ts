import { describe, expect, it } from "vitest";
import { withoutOwners } from "../../../../ops/restore/chat-accounts.ts";
import type { DurableTable, Item } from "../../../../ops/restore/item.ts";
import { choose, knownAs, ownersOf } from "../../../../ops/restore/owners.ts";

const item = (pk: string, sk: string, more: Item = {}): Item => ({ pk: { S: pk }, sk: { S: sk }, ...more });
const s = (value: string) => ({ S: value });
const CONVERSATION = item("O#demo", "CONV#c1", { owner: s("demo") });
const HOLD = item("HOLD#a1#+1555", "H", { owner: s("demo") });
const ACCOUNT = item("CACC#a1", "A", { owners: { L: [s("demo"), s("other")] } });
const known = new Map(
  [CONVERSATION, HOLD, ACCOUNT].map((one) => [knownAs(one) ?? "", ownersOf("Chat", one, new Map())]),
);

describe("ownersOf()", () => {
  it.each<[DurableTable, Item, readonly string[]]>([
    ["Config", item("O#demo", "SMTP#1"), ["demo"]],
    ["Config", ACCOUNT, ["demo", "other"]],
    ["Config", item("CACC", "a1", { accountId: s("a1") }), ["demo", "other"]],
    ["Config", item("PHONE#1", "A", { accountId: s("a1") }), ["demo", "other"]],
    ["Config", item("WABA#1", "a2", { accountId: s("a2") }), []],
    ["Config", item("PTPL#1", "T", { owner: s("demo") }), ["demo"]],
    ["Config", item("JOB#reconcile", "BOOKMARK"), []],
    ["ApiKeys", item("K#hash", "K", { owner: s("demo") }), ["demo"]],
    ["ApiKeys", item("O#demo", "KEY#1"), ["demo"]],
    ["Notifications", item("demo#f", "id"), ["demo"]],
    ["Notifications", item("O#demo#f", "id"), ["O#demo"]],
    ["Notifications", item("a#3#0", "id"), ["a#3"]],
    ["Notifications", item("demo#B3f", "id#BODY"), ["demo"]],
    ["Notifications", item("a#B3f#B00", "id#BODY"), ["a#B3f"]],
    ["Notifications", item("DEAD#LETTERS", "id"), []],
    ["Notifications", item("PM#wamid", "M", { owner: s("demo") }), ["demo"]],
    ["Notifications", item("ERASED#OWNERS", "hash"), []],
    ["Chat", CONVERSATION, ["demo"]],
    ["Chat", HOLD, ["demo"]],
    ["Chat", item("C#c1", "M#1"), ["demo"]],
    ["Chat", item("C#c1", "P#1"), ["demo"]],
    ["Chat", item("C#c2", "M#1"), []],
    ["Chat", item("MSG#1", "M", { conversationId: s("c1") }), ["demo"]],
    ["Chat", item("CUSTOMER#a1#US.1", "K", { customerKey: s("+1555") }), ["demo"]],
    ["Chat", item("O#demo", "UP#1"), ["demo"]],
  ])("in %s, of %j: %j", (table, one, owners) => {
    expect(ownersOf(table, one, known)).toEqual(owners);
  });
});

describe("choose()", () => {
  const isLeftOut = (owner: string) => owner === "gone";
  it.each<[readonly string[], string | undefined, string]>([
    [["demo"], undefined, "take"],
    [[], undefined, "take"],
    [["demo", "other"], undefined, "take"],
    [["gone"], undefined, "erased"],
    [["demo", "gone"], undefined, "take"],
    [["gone", "gone"], undefined, "erased"],
    [["demo"], "demo", "take"],
    [["demo", "other"], "demo", "shared"],
    [["other"], "demo", "other"],
    [[], "demo", "other"],
    [["gone"], "gone", "erased"],
    [["demo", "gone"], "demo", "take"],
    [["demo", "gone"], "gone", "erased"],
    [["demo", "other", "gone"], "demo", "shared"],
  ])("of %j, with only %s: %s", (owners, only, expected) => {
    expect(choose(owners, { only, isLeftOut })).toBe(expected);
  });
});

describe("withoutOwners()", () => {
  it("takes an erased owner out of an account and its buckets, with the rank", () => {
    const owners = { L: [s("demo"), s("gone"), s("other")] };
    const ranks = { L: [{ N: "4" }, { N: "5" }, { N: "6" }] };
    const isLeftOut = (owner: string) => owner === "gone";
    const bucket = item("CACC#a1", "OWNERS#1-x#000000", { owners, ranks });
    expect(withoutOwners("Config", bucket, isLeftOut)).toEqual({
      ...bucket,
      owners: { L: [s("demo"), s("other")] },
      ranks: { L: [{ N: "4" }, { N: "6" }] },
    });
    const account = item("CACC#a1", "A", { owners });
    expect(withoutOwners("Config", account, isLeftOut).owners?.L).toEqual([s("demo"), s("other")]);
    expect(withoutOwners("Config", account, () => false)).toBe(account);
  });
});
