import { variable } from "../environment.ts";
import { Herald } from "../herald.ts";
import { LocalMails } from "./local-mails.ts";
import { hasWanted, newestOf, shownWanted, type Wait, waitUntil } from "./looking.ts";
import type { MailSource, MailSummary, ReceivedMail } from "./received-mail.ts";
import { SandboxMails } from "./sandbox-mails.ts";
import { ownTestMode } from "./test-mode.ts";

export interface MailQuery {
  /** One of the recipients of the mail, including hidden ones. */
  readonly to: string;
  /** A part of the subject or a pattern; by default any subject matches. */
  readonly subject?: string | RegExp;
}

export interface MailWait extends MailQuery, Wait {}

/** Thrown when the awaited mail did not arrive. The message and `arrived` list the mails that did. */
export class MailNotFoundError extends Error {
  /** A constant by which this error is told apart from other errors. */
  override readonly name = "MailNotFoundError";
  /** The newest mails to any recipient. */
  readonly arrived: readonly MailSummary[];

  constructor(message: string, arrived: readonly MailSummary[]) {
    super(message);
    this.arrived = arrived;
  }
}

/** The mails of tests: those of test mode, or all that a local stack sends. */
export class Mailbox {
  readonly #mails: MailSource;

  constructor(mails: MailSource) {
    this.#mails = mails;
  }

  /** Returns the newest matching mail once it has arrived. Throws `MailNotFoundError` after `timeoutMs`. */
  waitFor({ timeoutMs, signal, ...query }: MailWait): Promise<ReceivedMail> {
    const looking = {
      look: async (until: AbortSignal) => {
        for await (const mail of this.#matching(query, until)) return this.#mails.get(mail.id, until);
        return undefined;
      },
      pauseMs: (looks: number) => this.#mails.pauseMs(looks),
      missing: (waitedMs: number, isDelayed: boolean) => this.#missing(query, waitedMs, isDelayed),
    };
    return waitUntil(looking, {
      ...(timeoutMs !== undefined && { timeoutMs }),
      ...(signal !== undefined && { signal }),
    });
  }

  /** Lists the mails that match now, newest first; without a query it lists all. */
  async list(query: Partial<MailQuery> = {}): Promise<MailSummary[]> {
    const found: MailSummary[] = [];
    for await (const mail of this.#matching(query)) found.push(mail);
    return found;
  }

  /** Deletes every mail, including those of other tests. */
  clear(): Promise<void> {
    return this.#mails.clear();
  }

  async *#matching({ to = "", subject = "" }: Partial<MailQuery>, signal?: AbortSignal) {
    for await (const mail of this.#mails.list(to, signal)) if (hasWanted(mail.subject, subject)) yield mail;
  }

  async #missing({ to, subject }: MailQuery, timeoutMs: number, isDelayed: boolean): Promise<MailNotFoundError> {
    const wanted = `no mail to ${to}${subject === undefined ? "" : ` with the subject ${shownWanted(subject)}`} within ${timeoutMs} ms`;
    if (isDelayed) return new MailNotFoundError(`${wanted}; the service took too long to answer`, []);
    const arrived = await newestOf(this.#mails.list(""));
    const shown = arrived.map(
      (mail) => `  ${mail.received_at}  to ${mail.rcpt_to.join(", ")}: ${JSON.stringify(mail.subject)}`,
    );
    const others = arrived.length === 0 ? "the mailbox is empty" : `these came, newest first:\n${shown.join("\n")}`;
    return new MailNotFoundError(`${wanted}; ${others}`, arrived);
  }
}

/**
 * Opens the mailbox of the tests. With a key of test mode in `HERALD_API_KEY`, it has the mails of test mode at `HERALD_URL`; otherwise it
 * is that of a local stack, at `HERALD_MAILBOX_URL`. You can also pass that address, or a client with a key of test mode.
 */
export function mailbox(place: string | Herald | undefined = ownTestMode() ?? variable("HERALD_MAILBOX_URL")): Mailbox {
  if (place instanceof Herald) return new Mailbox(new SandboxMails(place));
  if (place) return new Mailbox(new LocalMails(place));
  throw new TypeError(
    "the mailbox's address is missing: set HERALD_API_KEY to a key of test mode (hrld_test_…), or HERALD_MAILBOX_URL to the mailbox of a local stack, or pass it",
  );
}

/** Makes an address that no other test writes to, such as `ana+5f0c…@example.test`. */
export const freshAddress = (name = "to"): string => `${name}+${crypto.randomUUID()}@example.test`;
