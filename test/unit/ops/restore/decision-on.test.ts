import { describe, expect, it } from "vitest";
import { accompanyingWrites } from "../../../../ops/restore/accompanying-writes.ts";
import {
  copyBeside,
  decisionOn,
  isDerived,
  isWaiting,
  type Rules,
  totalBeside,
} from "../../../../ops/restore/decision-on.ts";
import { type DurableTable, type Item, isSame } from "../../../../ops/restore/item.ts";
import { STATUSES } from "../../../../shared/notifications/domain/notification.ts";

const NOW_MS = Date.parse("2026-11-22T12:00:00Z");
const SECOND = NOW_MS / 1000;
const rules = (more: Partial<Rules> = {}): Rules => ({
  ...{ nowMs: NOW_MS, to: "2026-11-22T11:00:00.000Z", overwrites: false, resumesDeliveries: false },
  ...more,
});
const item = (pk: string, sk: string, more: Item = {}): Item => ({ pk: { S: pk }, sk: { S: sk }, ...more });
const changed = (one: Item): Item => ({ ...one, changed: { S: "since" } });

const ACCOUNT = item("O#demo", "SMTP#1", { label: { S: "Mailbox" } });
const TOTAL = item("O#demo", "TOTAL#TPL", { totalBytes: { N: "1" } });
const SLOT = item("O#demo", "SLOT#KEY#07", { slotOf: { S: "key-1" } });
const BOOKMARK = item("JOB#reconcile", "BOOKMARK", { place: { S: "x" } });
const KEY = item("K#hash", "K", { owner: { S: "demo" } });
const HOLD = item("HOLD#account#+1555", "H", { owner: { S: "demo" } });
const MESSAGE = item("C#conversation", "M#1", { messageType: { S: "text" } });
const DEAD_LETTER = item("DEAD#LETTERS", "2026#id", { owner: { S: "demo" } });
const CONTENT = item("demo#B3f", "id#BODY", {
  compressed: { B: new Uint8Array([1]) },
  ttl: { N: String(SECOND + 60) },
});
const state = (status: string, more: Item = {}): Item => item("demo#3", "id", { status: { S: status }, ...more });

const dataKeys = (...ids: readonly string[]): Item =>
  item("DATAKEYS", "DATAKEYS", { keys: { L: ids.map((id) => ({ M: { id: { S: id }, sealed: { S: `of ${id}` } } })) } });

type Case = readonly [string, DurableTable, Item, "absent" | "same" | "changed", Partial<Rules>, string];

/** Lists every kind of item, by its later changes and by the request. */
const CASES: readonly Case[] = [
  ["an account that is gone", "Config", ACCOUNT, "absent", {}, "copy"],
  ["an account that is as it was", "Config", ACCOUNT, "same", {}, "leave: same"],
  ["an account that was changed since", "Config", ACCOUNT, "changed", {}, "leave: different"],
  ["an account that was changed since, to overwrite", "Config", ACCOUNT, "changed", { overwrites: true }, "replace"],
  ["an account that is as it was, to overwrite", "Config", ACCOUNT, "same", { overwrites: true }, "leave: same"],
  ["a total that is gone", "Config", TOTAL, "absent", {}, "leave: derived"],
  ["a total, to overwrite", "Config", TOTAL, "changed", { overwrites: true }, "leave: derived"],
  ["the bookmark of a job", "Config", BOOKMARK, "absent", {}, "leave: derived"],
  ["the data keys that are gone", "Config", dataKeys("1"), "absent", {}, "copy"],
  [
    "the data keys, changed otherwise, to overwrite",
    "Config",
    dataKeys("1"),
    "changed",
    { overwrites: true },
    "leave: different",
  ],
  ["a key that is gone", "ApiKeys", KEY, "absent", {}, "copy"],
  ["the slot of a key that is gone", "ApiKeys", SLOT, "absent", {}, "copy"],
  [
    "a slot that another record has by now, to overwrite",
    "Config",
    SLOT,
    "changed",
    { overwrites: true },
    "leave: different",
  ],
  ["a slot of a canned reply, to overwrite", "Chat", SLOT, "changed", { overwrites: true }, "leave: different"],
  ["a key that was revoked since, to overwrite", "ApiKeys", KEY, "changed", { overwrites: true }, "leave: different"],
  ["a message that is gone", "Chat", MESSAGE, "absent", {}, "copy"],
  ["a message, to overwrite", "Chat", MESSAGE, "changed", { overwrites: true }, "replace"],
  ["a hold that is gone", "Chat", HOLD, "absent", {}, "copy"],
  ["a hold that is another owner's, to overwrite", "Chat", HOLD, "changed", { overwrites: true }, "leave: different"],
  ["a content that is gone", "Notifications", CONTENT, "absent", {}, "copy"],
  [
    "a content past its time",
    "Notifications",
    { ...CONTENT, ttl: { N: String(SECOND - 1) } },
    "absent",
    {},
    "leave: expired",
  ],
  ["a dead letter that was redriven", "Notifications", DEAD_LETTER, "absent", {}, "leave: derived"],
  ...(["sent", "failed", "submitted"] as const).map(
    (status): Case => [`a ${status} notification that is gone`, "Notifications", state(status), "absent", {}, "copy"],
  ),
  ...(["pending", "processing"] as const).flatMap((status): Case[] => [
    [`a ${status} notification that is gone`, "Notifications", state(status), "absent", {}, "copy: ended"],
    [
      `a ${status} notification, to resume`,
      "Notifications",
      state(status),
      "absent",
      { resumesDeliveries: true },
      "copy",
    ],
    [
      `a ${status} one that went on`,
      "Notifications",
      state(status),
      "changed",
      { overwrites: true },
      "leave: different",
    ],
  ]),
];

describe("decisionOn()", () => {
  it.each(CASES)("%s (%s)", (_what, table, then, became, more, expected) => {
    const now = { absent: undefined, same: structuredClone(then), changed: changed(then) }[became];
    const decision = decisionOn({ table, then, now }, rules(more));
    const shown = decision.act === "leave" ? `leave: ${decision.because}` : decision.act;
    expect("isEnded" in decision ? `${shown}: ended` : shown).toBe(expected);
    if (decision.act !== "leave" && !("isEnded" in decision)) expect(decision.item).toEqual(then);
  });

  it("ends a waiting delivery with its reason, and leaves nothing for the sweep or a worker to find", () => {
    const due: Item = {
      ...{ leaseUntil: { N: "1" }, fence: { S: "f" }, nextAt: { N: "2" }, dueAt: { N: "3" }, dueShard: { S: "d01" } },
    };
    const then = state("processing", {
      ...due,
      attempts: { N: "2" },
      waiting: { S: "account#1" },
      ttl: { N: String(SECOND + 9) },
    });
    const decision = decisionOn({ table: "Notifications", then, now: undefined }, rules());
    expect(decision).toEqual({
      act: "copy",
      isEnded: true,
      item: {
        ...{ pk: then.pk, sk: then.sk, attempts: { N: "2" }, ttl: then.ttl },
        ...{ status: { S: "failed" }, unsent: { S: "failed#id" }, updatedAt: { S: "2026-11-22T12:00:00.000Z" } },
        lastError: { S: expect.stringContaining("restored from a backup of 2026-11-22T11:00:00.000Z") },
      },
    });
  });

  it("revives no half of a key that was revoked, or has got an end", () => {
    const otherHalf = item("O#demo", "KEY#1", { revokedAt: { S: "since" }, expiresAt: { S: "soon" } });
    const [then, now] = [KEY, undefined];
    expect(decisionOn({ table: "ApiKeys", then, now, otherHalf }, rules())).toEqual({
      act: "copy",
      item: { ...KEY, revokedAt: { S: "since" }, expiresAt: { S: "soon" } },
    });
  });

  it("never sets back a number, an owner's list of accounts, or a turn", () => {
    const fixed = [
      item("PHONE#1", "A", { accountId: { S: "a" } }),
      item("O#demo", "CHAT-ACCOUNTS"),
      item("CHAT-DEFAULTS", "TURN", { turn: { N: "10" } }),
    ];
    for (const then of fixed) {
      const now = { ...changed(then), turn: { N: "12" } };
      expect(decisionOn({ table: "Config", then, now }, rules({ overwrites: true }))).toEqual({
        act: "leave",
        because: "different",
      });
    }
    const turn = (N: string) => item("CHAT-DEFAULTS", "TURN", { turn: { N } });
    const [then, now] = [turn("10"), turn("2")];
    expect(decisionOn({ table: "Config", then, now }, rules({ overwrites: true }))).toMatchObject({ act: "replace" });
  });

  it("loses no data key, whatever is asked for: those of the backup come back in their order", () => {
    const decided = (then: Item, now: Item | undefined, overwrites: boolean) =>
      decisionOn({ table: "Config", then, now }, rules({ overwrites }));
    const [kept, both] = [{ act: "leave", because: "different" }, dataKeys("1", "2")];
    for (const overwrites of [false, true]) {
      expect(decided(dataKeys("1"), undefined, overwrites)).toEqual({ act: "copy", item: dataKeys("1") });
      // A key was added since the backup.
      expect(decided(dataKeys("1"), both, overwrites)).toEqual(kept);
      // The item was lost, and the next secret has created another key.
      expect(decided(dataKeys("1"), dataKeys("2"), overwrites)).toEqual({ act: "replace", item: both });
      expect(decided(both, dataKeys("1"), overwrites)).toEqual({ act: "replace", item: both });
    }
  });

  it("knows every status in which a worker would send: all others have an end, or the provider's word to come", () => {
    const waiting = STATUSES.filter((status) => isWaiting("Notifications", state(status)));
    expect(waiting).toEqual(["pending", "processing"]);
    expect(isWaiting("Chat", state("pending"))).toBe(false);
  });

  it("knows the total that a copy makes wrong", () => {
    expect(totalBeside("Config", ACCOUNT)).toBe("TOTAL#SMTP");
    expect(totalBeside("Config", item("O#demo", "TPL#1"))).toBe("TOTAL#TPL");
    for (const other of [item("O#demo", "WEBHOOK#1"), item("JOB#x", "SMTP#1"), SLOT])
      expect(totalBeside("Config", other)).toBeUndefined();
    expect(isDerived("Config", item("O#demo", "COPY#DEFAULT#SMTP"))).toBe(true);
    expect(isDerived("Config", item("O#demo", "TOTAL#SMTP"))).toBe(true);
  });

  it("knows the copy of a default account that something which comes back may make wrong", () => {
    const gone = (one: Item) =>
      accompanyingWrites({ name: "Config", table: "Config", seen: undefined }, one).map(
        ({ Delete }) => Delete?.Key?.sk?.S,
      );
    expect(gone(ACCOUNT)).toEqual(["TOTAL#SMTP", "COPY#DEFAULT#SMTP"]);
    expect(gone(item("O#demo", "DEFAULT#SMTP"))).toEqual(["COPY#DEFAULT#SMTP"]);
    expect(gone(item("O#demo", "TPL#1"))).toEqual(["TOTAL#TPL"]);
    expect(copyBeside("Chat", ACCOUNT)).toBeUndefined();
  });

  it("does not take an owner's own for a total, a bookmark or a dead letter, whatever the owner is called", () => {
    expect(isDerived("Config", item("O#JOB#x", "SMTP#TOTAL#"))).toBe(false);
    expect(isDerived("Notifications", item("JOB#x#3f", "id"))).toBe(false);
    expect(isDerived("Notifications", item("DEAD#LETTERS#3f", "id"))).toBe(false);
    expect(isDerived("Chat", item("O#demo", "TOTAL#TPL"))).toBe(false);
  });
});

describe("isSame()", () => {
  it("compares values, whatever the order of attributes and of sets", () => {
    const one: Item = { pk: { S: "p" }, set: { SS: ["a", "b"] }, map: { M: { x: { N: "1" }, y: { BOOL: true } } } };
    const other: Item = { map: { M: { y: { BOOL: true }, x: { N: "1" } } }, set: { SS: ["b", "a"] }, pk: { S: "p" } };
    expect(isSame(one, other)).toBe(true);
    expect(isSame(one, { ...other, set: { SS: ["b"] } })).toBe(false);
    expect(isSame({ b: { B: new Uint8Array([1]) } }, { b: { B: Buffer.from([1]) } })).toBe(true);
    expect(isSame({ b: { B: new Uint8Array([1]) } }, { b: { B: new Uint8Array([2]) } })).toBe(false);
    expect(isSame({ l: { L: [{ S: "a" }, { S: "b" }] } }, { l: { L: [{ S: "b" }, { S: "a" }] } })).toBe(false);
    expect(
      isSame({ b: { BS: [Buffer.from([1]), Buffer.from([2])] } }, { b: { BS: [Buffer.from([2]), Buffer.from([1])] } }),
    ).toBe(true);
  });
});
