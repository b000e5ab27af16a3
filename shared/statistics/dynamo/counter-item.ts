import { createHash } from "node:crypto";
import * as z from "zod";
import { isExplanationCode } from "../../channels/domain/explanation-codes.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type AccountCount, type AccountFigures, accountCountIn } from "../domain/account-counts.ts";
import type { Counter, CountName } from "../domain/counter.ts";
import { BUCKETS } from "../domain/duration-buckets.ts";
import type { AbsenceFigures, FailureFigures, HourFigures } from "../domain/figures.ts";
import type { CounterTallies } from "../ports.ts";

/** The partition of an owner's counters. They are in the table of events, because they also follow from streams, expire, and are not restored. */
export const statisticsPartition = (owner: Owner): string => `N#${owner}`;
export const everybodysPartition = (shard: number): string => `ALL#${shard}`;

export const PREFIXES = { hour: "H#", failure: "X#", absence: "V#" } as const satisfies Record<Counter["kind"], string>;
/** Writes the hour in UTC: `2026-11-23T10`. */
export const stamp = (ms: number): string => new Date(ms).toISOString().slice(0, 13);
const msOf = (text: string): number => Date.parse(`${text}:00:00.000Z`);
const NONE = "-";

export const counterKey = ({ of, counter }: Pick<CounterTallies, "of" | "counter">) => ({
  pk: typeof of === "string" ? statisticsPartition(of) : everybodysPartition(of.everybodyShard),
  sk: sortKeyOf(counter),
});

function sortKeyOf(counter: Counter): string {
  const begin = `${PREFIXES[counter.kind]}${stamp(counter.fromMs)}`;
  switch (counter.kind) {
    case "hour":
      return begin;
    case "failure":
      return [begin, counter.code, counter.accountId, counter.templateId ?? NONE].join("#");
    case "absence":
      return `${begin}#${counter.templateId}`;
  }
}

/** The attributes have short names, so that an hour's item stays below 1 KB, for one write unit. */
const TURN_ATTRIBUTES = { accepted: "a", delivered: "d", failed: "f", canceled: "c" } as const;
const DURATION = "t";
const CODE = "x_";
const ACCOUNT_PREFIXES = { mails: "m_", bounces: "b_", complaints: "q_" } as const satisfies Record<
  AccountCount,
  string
>;
/** The attribute holds the set of the accounts that an hour has counts of. */
export const ACCOUNTS = "u";

export function attributeOf(name: CountName): string {
  if (name === "count") return "n";
  if (name.startsWith("duration:")) return `${DURATION}${name.slice("duration:".length)}`;
  if (name.startsWith("code:")) return `${CODE}${name.slice("code:".length)}`;
  const ofAccount = accountCountIn(name);
  if (ofAccount) return `${ACCOUNT_PREFIXES[ofAccount.count]}${ofAccount.key}`;
  return Object.entries(TURN_ATTRIBUTES).find(([turn]) => turn === name)?.[1] ?? name;
}

const MARK_CHARACTERS = 12;
const SEQUENCE_DIGITS = 40;
/** The attribute that holds the last sequence number that was counted of one shard of the stream. */
export const markOf = (streamShard: string): string =>
  `s_${createHash("sha256").update(streamShard).digest("hex").slice(0, MARK_CHARACTERS)}`;
/** Pads a sequence number, which has up to 40 digits, so that texts sort like the numbers (DynamoDB Streams API, "StreamRecord"). */
export const sequenceText = (sequenceNumber: string): string => sequenceNumber.padStart(SEQUENCE_DIGITS, "0");

const number = z.number().default(0);
const hourItem = z.looseObject({
  sk: z.string(),
  [TURN_ATTRIBUTES.accepted]: number,
  [TURN_ATTRIBUTES.delivered]: number,
  [TURN_ATTRIBUTES.failed]: number,
  [TURN_ATTRIBUTES.canceled]: number,
});

export function toHour(item: unknown): HourFigures {
  const { sk, a: accepted, d: delivered, f: failed, c: canceled, ...others } = hourItem.parse(item);
  const counts = Object.entries(others).flatMap(([name, count]) =>
    typeof count === "number" ? [{ name, count }] : [],
  );
  return {
    fromMs: msOf(sk.slice(PREFIXES.hour.length)),
    accepted,
    delivered,
    failed,
    canceled,
    durations: new Map(counts.flatMap(({ name, count }) => bucketIn(name).map((bucket) => [bucket, count]))),
    failedByCode: new Map(counts.flatMap(({ name, count }) => codeIn(name).map((code) => [code, count]))),
    byAccount: accountsIn(new Map(counts.map(({ name, count }) => [name, count]))),
  };
}

function accountsIn(counts: ReadonlyMap<string, number>): ReadonlyMap<string, AccountFigures> {
  const prefixes = Object.values(ACCOUNT_PREFIXES);
  const keys = [...counts.keys()].flatMap((name) => {
    const prefix = prefixes.find((one) => name.startsWith(one));
    return prefix ? [name.slice(prefix.length)] : [];
  });
  const of = (count: AccountCount, key: string): number => counts.get(`${ACCOUNT_PREFIXES[count]}${key}`) ?? 0;
  return new Map(
    keys.map((key) => [
      key,
      { mails: of("mails", key), bounces: of("bounces", key), complaints: of("complaints", key) },
    ]),
  );
}

function bucketIn(name: string): readonly number[] {
  const bucket = name.startsWith(DURATION) ? Number(name.slice(DURATION.length)) : Number.NaN;
  return Number.isInteger(bucket) && bucket < BUCKETS ? [bucket] : [];
}

function codeIn(name: string): readonly string[] {
  const code = name.startsWith(CODE) ? name.slice(CODE.length) : "";
  return isExplanationCode(code) ? [code] : [];
}

const failureItem = z.object({
  sk: z.string(),
  n: number,
  /** The times are absent when all that was counted here was taken back. */
  firstAtMs: z.number().optional(),
  lastAtMs: z.number().optional(),
});

/** Reads a counter of failures; undefined for a code that this version does not know. */
export function toFailure(item: unknown): FailureFigures | undefined {
  const { sk, n: count, firstAtMs, lastAtMs } = failureItem.parse(item);
  const [begin = "", code = "", accountId = "", templateId] = sk.slice(PREFIXES.failure.length).split("#");
  if (!isExplanationCode(code)) return undefined;
  const known = templateId === NONE ? {} : { templateId };
  const fromMs = msOf(begin);
  return { code, accountId, ...known, count, firstAtMs: firstAtMs ?? fromMs, lastAtMs: lastAtMs ?? fromMs };
}

const absenceItem = z.object({
  sk: z.string(),
  n: number,
  names: z.array(z.string()).default([]),
  lastAtMs: z.number().default(0),
});

export function toAbsence(item: unknown): AbsenceFigures {
  const { sk, n: count, names, lastAtMs } = absenceItem.parse(item);
  const [begin = "", templateId = ""] = sk.slice(PREFIXES.absence.length).split("#");
  return { templateId, dayMs: msOf(begin), count, names, lastAtMs };
}
