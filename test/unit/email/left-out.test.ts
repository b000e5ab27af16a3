import { describe, expect, it } from "vitest";
import { isForGood, leaveOut } from "../../../shared/email/domain/left-out.ts";
import type { RecipientRecord } from "../../../shared/notifications/domain/notification.ts";
import type { Standing } from "../../../shared/suppressions/domain/suppression.ts";

const [A, B, C] = ["a@x.example", "b@x.example", "c@x.example"];
const bounced: Standing = { id: "1", reason: "bounce", createdAt: "2026-11-22T10:00:00.000Z" };
const ofNews: Standing = { ...bounced, reason: "unsubscribe", topic: "news" };
const leftOut = (
  standing: Readonly<Record<string, Standing>>,
  { records, topic }: { records?: readonly RecipientRecord[]; topic?: string } = {},
) =>
  leaveOut(
    { addresses: [A, B, C], records, topic, attempt: 2 },
    new Map(Object.entries(standing).map(([address, one]) => [address, [one]])),
  );
const suppressed = (to: number) =>
  ({ to, result: "suppressed", attempt: 2, text: "recipient is suppressed: bounce on 2026-11-22" }) as const;

describe("leaveOut()", () => {
  it("leaves the envelope alone while nobody is suppressed", () => {
    expect(leftOut({})).toEqual({ records: undefined, envelope: [A, B, C] });
  });

  it("leaves the suppressed out of the envelope, and says why", () => {
    expect(leftOut({ [B]: bounced })).toEqual({ records: [suppressed(1)], envelope: [A, C] });
    expect(leftOut({ [A]: bounced, [B]: bounced, [C]: bounced }).envelope).toEqual([]);
  });

  it("judges only who has not got the mail and was not refused", () => {
    const records = [
      { to: 0, result: "accepted" },
      { to: 1, result: "refused" },
      { to: 2, result: "deferred" },
    ] as const;
    expect(leftOut({ [A]: bounced, [B]: bounced, [C]: bounced }, { records })).toEqual({
      records: [records[0], records[1], suppressed(2)],
      envelope: [],
    });
  });

  it("judges anew who was suppressed at an earlier attempt", () => {
    const records = [{ ...suppressed(1), attempt: 1 }];
    expect(leftOut({}, { records })).toEqual({
      records: [{ to: 1, result: "deferred", attempt: 1 }],
      envelope: [A, B, C],
    });
  });

  it("takes a suppression of a topic for sends of that topic only", () => {
    expect(leftOut({ [B]: ofNews }).envelope).toEqual([A, B, C]);
    expect(leftOut({ [B]: ofNews }, { topic: "news" }).envelope).toEqual([A, C]);
  });
});

describe("isForGood()", () => {
  it.each([
    "550 5.1.1 no such user",
    "550-5.1.1 The account\r\n550 does not exist",
    "553 5.1.2 bad domain",
    "550 5.1.10 null MX",
  ])("is true for %j", (text) => expect(isForGood(text)).toBe(true));
  it.each([
    "550 no such user",
    "550 5.7.1 relaying denied",
    "550 5.1.7 bad sender",
    "550 5.1.8 bad sender's system",
    "550 5.2.2 full",
    "450 4.1.1 later",
    "451 5.1.1 contradictory",
    "550 see 5.1.1 of the manual",
    "554 15.1.1",
    undefined,
  ])("is false for %j", (text) => expect(isForGood(text)).toBe(false));
});
