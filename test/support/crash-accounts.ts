import type { Sending } from "./crash-stream.ts";
import { type LocalStack, type MailSummary, until } from "./local-stack.ts";

const AT_ONCE = 8;
const isEnded = (status: unknown): boolean => status === "sent" || status === "failed";

/** Says how everything that was accepted has ended. */
export interface CrashAccounts {
  readonly accepted: number;
  readonly sent: number;
  readonly failed: number;
  /** The number of failed notifications by reason. */
  readonly reasons: Readonly<Record<string, number>>;
  /** One line for each accepted notification that never ended, ended without a reason, or is `sent` without a mail. */
  readonly lost: readonly string[];
  /** The number of mails beyond the first of a notification. */
  readonly repeats: number;
  readonly mostMailsOfOne: number;
  /** The number of requests with a key whose first answer was cut off and whose retry was accepted. */
  readonly retried: number;
  /** Requests with a key that created more than one notification. */
  readonly doubled: readonly string[];
  /** Requests with a key that were never answered, even after retries. */
  readonly unanswered: number;
  /** The arrivals of mails: one entry for each accepted notification that has a mail. */
  readonly arrivals: readonly Arrival[];
}

/** Times are epoch milliseconds. */
export interface Arrival {
  readonly acceptedAt: number;
  /** The time at which the notification's first mail arrived. */
  readonly receivedAt: number;
}

interface Ending {
  readonly id: string;
  readonly status: string;
  readonly reason: string;
  readonly mails: number;
  /**
   * The number of different `Message-ID`s of the mails to this address. Every repetition of one notification has the
   * same `Message-ID`, so a second one means a second notification.
   */
  readonly messages: number;
  readonly arrival: Arrival | undefined;
}

interface Known {
  readonly id: string;
  readonly to: string;
  readonly acceptedAt: number;
  readonly end: number;
}

async function endingOf(stack: LocalStack, { id, to, acceptedAt, end }: Known): Promise<Ending> {
  const key = stack.file.demo.api_key;
  const options = { withinMs: Math.max(0, end - Date.now()), everyMs: 250 };
  const last = await until(
    () => stack.notification(key, id),
    ({ status }) => isEnded(status),
    options,
  ).catch(() => stack.notification(key, id));
  const mails = await stack.mails(to);
  return {
    id,
    status: String(last.status ?? last.error),
    reason: String(last.last_error ?? ""),
    mails: mails.length,
    messages: new Set(mails.map((mail) => mail.message_id)).size,
    arrival: mails.length === 0 ? undefined : { acceptedAt, receivedAt: firstOf(mails) },
  };
}

const firstOf = (mails: readonly MailSummary[]): number =>
  Math.min(...mails.map((mail) => Date.parse(mail.received_at)));

function lossOf({ id, status, reason, mails }: Ending): string | undefined {
  if (!isEnded(status)) return `${id} is ${status}`;
  if (status === "sent" && mails === 0) return `${id} is sent, and there is no mail`;
  if (status === "failed" && reason === "") return `${id} failed without a reason`;
  return undefined;
}

/** Asks the running stack for every accepted notification and every mail, and waits at most `withinMs` until all have ended. */
export async function crashAccounts(
  stack: LocalStack,
  sendings: readonly Sending[],
  withinMs: number,
): Promise<CrashAccounts> {
  const end = Date.now() + withinMs;
  const known = sendings.flatMap(({ to, ids, acceptedAt = 0 }) => [...ids].map((id) => ({ id, to, acceptedAt, end })));
  const endings: Ending[] = [];
  const waiting = known.values();
  const clerk = async () => {
    for (const one of waiting) endings.push(await endingOf(stack, one));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, clerk));
  const failed = endings.filter(({ status }) => status === "failed");
  const doubledMails = endings.filter(({ messages }) => messages > 1).map(({ id }) => id);
  const keyed = sendings.filter(({ key }) => key !== undefined);
  return {
    accepted: known.length,
    sent: endings.filter(({ status }) => status === "sent").length,
    failed: failed.length,
    reasons: Object.fromEntries([...Map.groupBy(failed, ({ reason }) => reason)].map(([why, of]) => [why, of.length])),
    lost: endings.flatMap((ending) => lossOf(ending) ?? []),
    repeats: endings.reduce((sum, { mails }) => sum + Math.max(0, mails - 1), 0),
    mostMailsOfOne: Math.max(0, ...endings.map(({ mails }) => mails)),
    retried: keyed.filter(({ wasCut, ids }) => wasCut && ids.size > 0).length,
    doubled: [...keyed.filter(({ ids }) => ids.size > 1).flatMap(({ ids }) => [...ids]), ...doubledMails],
    unanswered: keyed.filter(({ ids }) => ids.size === 0).length,
    arrivals: endings.flatMap(({ arrival }) => arrival ?? []),
  };
}
