import type { RecipientRecord } from "../../notifications/domain/notification.ts";
import { holding, type Standing, suppressedCause } from "../../suppressions/domain/suppression.ts";
import { owedTo } from "./attempt-outcome.ts";

export interface ToJudge {
  readonly addresses: readonly string[];
  /** The results of earlier attempts for single recipients. */
  readonly records: readonly RecipientRecord[] | undefined;
  readonly topic?: string | undefined;
  /** The number of this attempt, from 1. */
  readonly attempt: number;
}

export interface Judged {
  /** The records of earlier attempts, and one for each recipient that is suppressed now. */
  readonly records: readonly RecipientRecord[] | undefined;
  /** The mail leaves to these addresses. */
  readonly envelope: readonly string[];
}

/** Leaves suppressed recipients out of a mail (D45d). Suppressions of earlier attempts do not count. */
export function leaveOut(
  { addresses, records, topic, attempt }: ToJudge,
  standing: ReadonlyMap<string, readonly Standing[]>,
): Judged {
  const before = records?.map(unsuppressed);
  const owed = owedTo(addresses.length, before);
  const suppressed = owed.flatMap((to): RecipientRecord[] => {
    const held = holding(standing.get(addresses[to] ?? "") ?? [], topic);
    return held === undefined ? [] : [{ to, result: "suppressed", attempt, text: suppressedCause(held) }];
  });
  if (suppressed.length === 0) return { records: before, envelope: owed.flatMap((to) => addresses[to] ?? []) };
  const isLeftOut = new Set(suppressed.map(({ to }) => to));
  const others = (before ?? []).filter(({ to }) => !isLeftOut.has(to));
  return {
    records: [...others, ...suppressed].sort((a, b) => a.to - b.to),
    envelope: owed.flatMap((to) => (isLeftOut.has(to) ? [] : (addresses[to] ?? []))),
  };
}

/** A recipient who was suppressed at an earlier attempt waits like one whom the server put off. */
const unsuppressed = ({ to, attempt, ...record }: RecipientRecord): RecipientRecord =>
  record.result === "suppressed" ? { to, result: "deferred", attempt } : { to, attempt, ...record };

/** A permanent refusal with the enhanced code of a wrong address; 5.1.7 and 5.1.8 are about the sender (D45e, RFC 3463). */
const WRONG_ADDRESS = /^5\d\d[ -]5\.1\.(?!7\b|8\b)\d{1,3}\b/;

/** True when the SMTP response at RCPT says that the address will never work. */
export const isForGood = (text: string | undefined): boolean => text !== undefined && WRONG_ADDRESS.test(text);
