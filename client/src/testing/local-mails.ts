import { array, boolean, type Check, integer, object, string } from "../check.ts";
import type { MailSource, MailSummary, ReceivedMail } from "./received-mail.ts";

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

const LOOK_EVERY_MS = 100;
const REQUEST_MS = 10_000;
const MOST = 1000;

/** Reads the mailbox of a local stack, which receives every mail that the stack sends. */
export class LocalMails implements MailSource {
  readonly #url: string;

  constructor(url: string) {
    this.#url = url.replace(/\/+$/, "");
  }

  async *list(to: string): AsyncGenerator<MailSummary, void, undefined> {
    yield* (await this.#json(`/api/messages?limit=${MOST}&to=${encodeURIComponent(to)}`, isList)).messages;
  }

  get(id: string): Promise<ReceivedMail> {
    return this.#json(`/api/messages/${id}`, isMail);
  }

  async clear(): Promise<void> {
    await this.#ask("/api/messages", "DELETE");
  }

  /** The mailbox has no rate limit. */
  pauseMs(): number {
    return LOOK_EVERY_MS;
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
