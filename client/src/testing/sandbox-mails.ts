import type { CallOptions } from "../call.ts";
import type { Herald } from "../herald.ts";
import { filesIn } from "./files-in.ts";
import { pauseBelowLimit } from "./looking.ts";
import type { MailSource, MailSummary, ReceivedMail } from "./received-mail.ts";

/** A mail of one of these kinds may have files. */
const WITH_FILES = /^multipart\/(?:mixed|related)/i;
const MOST_ON_A_PAGE = 100;

const optionsOf = (signal: AbortSignal | undefined): CallOptions => (signal === undefined ? {} : { signal });

/** Reads the sandbox of a deployment, which gets every mail that is sent with a key of test mode. */
export class SandboxMails implements MailSource {
  readonly #herald: Herald;
  readonly pauseMs = pauseBelowLimit;

  constructor(herald: Herald) {
    this.#herald = herald;
  }

  list(to: string, signal?: AbortSignal): AsyncIterable<MailSummary> {
    const query = { limit: MOST_ON_A_PAGE, ...(to !== "" && { to }) };
    return this.#herald.sandbox.messages.list(query, optionsOf(signal));
  }

  async get(id: string, signal?: AbortSignal): Promise<ReceivedMail> {
    const { messages } = this.#herald.sandbox;
    const mail = await messages.get(id, optionsOf(signal));
    const kind = [mail.headers["content-type"] ?? ""].flat()[0] ?? "";
    const attachments = WITH_FILES.test(kind) ? filesIn(await messages.raw(id, optionsOf(signal))) : [];
    return { ...mail, attachments };
  }

  clear(): Promise<void> {
    return this.#herald.sandbox.messages.clear();
  }
}
