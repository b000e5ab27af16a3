import { describe, expect, it } from "vitest";
import { accountKey, withRoom } from "../../../../shared/statistics/domain/account-counts.ts";
import { rateConcerns } from "../../../../shared/statistics/domain/rate-concerns.ts";
import { aSendingAccount } from "../../../support/builders.ts";

const account = aSendingAccount({ label: "Shop" });
const hour = (mails: number, { bounces = 0, complaints = 0 } = {}, id = account.id) => ({
  byAccount: new Map([[accountKey(id), { mails, bounces, complaints }]]),
});
const kindsOf = (...hours: ReturnType<typeof hour>[]) => rateConcerns([account], hours).map(({ kind }) => kind);

describe("rateConcerns()", () => {
  it("has complaints from 0.1 % on, which are too many from 0.3 % on", () => {
    expect(kindsOf(hour(2001, { complaints: 2 }))).toEqual([]);
    expect(kindsOf(hour(2000, { complaints: 2 }))).toEqual(["sending_account_complaints"]);
    expect(kindsOf(hour(1001, { complaints: 3 }))).toEqual(["sending_account_complaints"]);
    expect(kindsOf(hour(1000, { complaints: 3 }))).toEqual(["sending_account_complaints_exceeded"]);
  });

  it("has bounces from 5 % on", () => {
    expect(kindsOf(hour(101, { bounces: 5 }))).toEqual([]);
    expect(kindsOf(hour(100, { bounces: 5 }))).toEqual(["sending_account_bounces_exceeded"]);
  });

  it("has none of fewer than 100 mails, nor of a single complaint", () => {
    expect(kindsOf(hour(99, { bounces: 99, complaints: 99 }))).toEqual([]);
    expect(kindsOf(hour(100, { complaints: 1 }))).toEqual([]);
    expect(kindsOf(hour(100, { complaints: 2 }))).toEqual(["sending_account_complaints_exceeded"]);
    expect(kindsOf()).toEqual([]);
  });

  it("adds up the hours of each account, and names it with its figures", () => {
    const other = aSendingAccount({ label: "Other" });
    const hours = [hour(1500, { complaints: 1 }), hour(300, { complaints: 2 }), hour(500, { bounces: 60 }, other.id)];
    expect(rateConcerns([account, other], hours)).toEqual([
      {
        kind: "sending_account_complaints",
        record: { kind: "sending_account", id: account.id },
        title: "Recipients complain of the mails of sending account Shop",
        text: expect.stringContaining("3 of 1,800 mails of the last 7 days (0.16 %) were reported as unwanted."),
        count: 3,
      },
      {
        kind: "sending_account_bounces_exceeded",
        record: { kind: "sending_account", id: other.id },
        title: "Too many mails of sending account Other come back",
        text: expect.stringContaining("60 of 500 mails of the last 7 days (12 %) bounced for good."),
        count: 60,
      },
    ]);
  });
});

describe("withRoom()", () => {
  const tallies = Array.from({ length: 20 }, (_, i) => ({ name: `mails:${String(i).padStart(8, "0")}` }));
  const others = [{ name: "accepted" }, { name: "duration:3" }];

  it("takes twelve accounts of one batch, and every other count", () => {
    expect(withRoom([...tallies, ...others], new Set())).toEqual([...tallies.slice(0, 12), ...others]);
  });

  it("takes the known accounts alone where the hour is full", () => {
    const known = new Set(tallies.slice(5, 17).map(({ name }) => accountKey(name)));
    expect(withRoom([...others, ...tallies], known)).toEqual([...others, ...tallies.slice(5, 17)]);
  });
});
