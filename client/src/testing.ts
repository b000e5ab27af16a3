import { array, boolean, type Check, integer, object, string } from "./check.ts";
import { variable } from "./environment.ts";
import { pause } from "./pause.ts";

/** A mail in the mailbox of the local stack, without its content. */
export interface MailSummary {
  /** The number of the mail in the mailbox. */
  readonly id: string;
  /** The time at which the mail arrived, RFC 3339 in UTC. */
  readonly received_at: string;
  /** The sender in the envelope. */
  readonly mail_from: string;
  /** The recipients in the envelope, including hidden ones. */
  readonly rcpt_to: readonly string[];
  /** The decoded subject of the mail. */
  readonly subject: string;
  /** The sender that a reader sees. */
  readonly from: string;
}

export interface ReceivedFile {
  /** The decoded name of the file. */
  readonly filename: string;
  /** The media type of the file, without parameters. */
  readonly content_type: string;
  /** The size of the file in bytes. */
  readonly size: number;
  /** Says whether the file belongs into the text of the mail. */
  readonly inline: boolean;
  /** The id by which the HTML body refers to the file. */
  readonly content_id?: string;
}

/** A mail with its content, as a reader sees it. */
export interface ReceivedMail extends MailSummary {
  /** The decoded plain part; empty when there is none. */
  readonly text: string;
  /** The decoded HTML part; empty when there is none. */
  readonly html: string;
  /** The files of the mail, without their contents. */
  readonly attachments: readonly ReceivedFile[];
}

const summary = {
  id: string,
  received_at: string,
  mail_from: string,
  rcpt_to: array(string),
  subject: string,
  from: string,
};
const file = object({ filename: string, content_type: string, size: integer, inline: boolean }, { content_id: string });
const isList: Check<{ messages: MailSummary[] }> = object({ messages: array(object(summary, {})) }, {});
const isMail: Check<ReceivedMail> = object({ ...summary, text: string, html: string, attachments: array(file) }, {});

export interface MailQuery {
  /** One of the recipients of the mail, including hidden ones. */
  readonly to: string;
  /** A part of the subject or a pattern; by default any subject matches. */
  readonly subject?: string | RegExp;
}

export interface MailWait extends MailQuery {
  /** The longest wait; 10 seconds by default. */
  readonly timeoutMs?: number;
  /** An aborted signal ends the wait with the signal's reason. */
  readonly signal?: AbortSignal;
}

const ASKED_EVERY_MS = 100;
const REQUEST_MS = 10_000;
const MOST = 1000;
const MOST_SHOWN = 10;

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

/** The mailbox of a local stack, which receives every mail that the stack sends. */
export class Mailbox {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/+$/, "");
  }

  /** Returns the newest matching mail once it has arrived. Throws `MailNotFoundError` after `timeoutMs`. */
  async waitFor({ timeoutMs = 10_000, signal, ...query }: MailWait): Promise<ReceivedMail> {
    const endMs = Date.now() + timeoutMs;
    for (;;) {
      const [found] = await this.list(query);
      if (found !== undefined) return this.#json(`/api/messages/${found.id}`, isMail);
      if (Date.now() >= endMs) throw await this.#missing(query, timeoutMs);
      await pause(ASKED_EVERY_MS, signal);
    }
  }

  /** Lists the mails that match now, newest first; without a query it lists all. */
  async list({ to = "", subject = "" }: Partial<MailQuery> = {}): Promise<MailSummary[]> {
    const { messages } = await this.#json(`/api/messages?limit=${MOST}&to=${encodeURIComponent(to)}`, isList);
    return messages.filter((mail) =>
      typeof subject === "string" ? mail.subject.includes(subject) : mail.subject.search(subject) >= 0,
    );
  }

  /** Deletes every mail, including those of other tests. */
  async clear(): Promise<void> {
    await this.#ask("/api/messages", "DELETE");
  }

  async #missing(query: MailQuery, timeoutMs: number): Promise<MailNotFoundError> {
    const arrived = (await this.list()).slice(0, MOST_SHOWN);
    const shown = arrived.map(
      (mail) => `  ${mail.received_at}  to ${mail.rcpt_to.join(", ")}: ${JSON.stringify(mail.subject)}`,
    );
    const subject = typeof query.subject === "string" ? JSON.stringify(query.subject) : query.subject;
    const wanted = `no mail to ${query.to}${subject === undefined ? "" : ` with the subject ${subject}`} within ${timeoutMs} ms`;
    const others = arrived.length === 0 ? "the mailbox is empty" : `these came, newest first:\n${shown.join("\n")}`;
    return new MailNotFoundError(`${wanted}; ${others}`, arrived);
  }

  async #json<T>(path: string, isDescribed: Check<T>): Promise<T> {
    const value: unknown = await (await this.#ask(path, "GET")).json();
    if (isDescribed(value, { path: "" })) return value;
    throw new Error(`${this.#url} is not the mailbox of a local stack`);
  }

  async #ask(path: string, method: string): Promise<Response> {
    const signal = AbortSignal.timeout(REQUEST_MS);
    const response = await fetch(`${this.#url}${path}`, { method, signal }).catch((cause: unknown) => {
      throw new Error(`the mailbox cannot be reached at ${this.#url}: does the local stack run?`, { cause });
    });
    if (!response.ok) throw new Error(`${this.#url}${path}: HTTP status ${response.status}`);
    return response;
  }
}

/** Opens the mailbox at the address, by default at `HERALD_MAILBOX_URL` of the environment. */
export function mailbox(url = variable("HERALD_MAILBOX_URL")): Mailbox {
  if (!url) throw new TypeError("the mailbox's address is missing: pass it, or set HERALD_MAILBOX_URL");
  return new Mailbox(url);
}

/** Makes an address that no other test writes to, such as `ana+5f0c…@example.test`. */
export const freshAddress = (name = "to"): string => `${name}+${crypto.randomUUID()}@example.test`;
