import { setTimeout as pause } from "node:timers/promises";
import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import { inTurn } from "../../kernel/in-turn.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type RecipientMeaning, recipientMeaning } from "../../sandbox/domain/recipient-meaning.ts";
import type { SandboxMail } from "../../sandbox/domain/sandbox-mail.ts";
import type { NewSandboxMail, SandboxMails, SandboxQueue } from "../../sandbox/ports.ts";
import type { Mail, MailOutcome, MailStage, RecipientOutcome } from "../domain/mail.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import type { Mailer, MailRoute } from "../ports.ts";
import { headerText } from "../smtp/header-text.ts";
import { bytesOf, FileUnreadableError, type MessagePieces, type ReadFile } from "../smtp/message-pieces.ts";
import { messageSource, messageWithFiles, wireAddress } from "../smtp/message-source.ts";
import { UnsendableMailError } from "../smtp/own-headers.ts";
import { SmtpFailure } from "../smtp/smtp-failure.ts";

/** A mail that was taken comes back after this time. */
const REPORTED_AFTER_SECONDS = 1;
/** Of the mails that are larger, one at a time is in memory. */
const LARGE_BYTES = 1_000_000;

export interface SandboxMailerOptions {
  readonly sandboxMails: Pick<SandboxMails, "add" | "countAttempt">;
  /** Takes what is reported later of mails. It is absent for test sends of accounts, whose mails have no notification. */
  readonly sandboxQueue?: SandboxQueue | undefined;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "newId">;
  readonly readFile: ReadFile;
}

/** A recipient with what its address asks for, and what became of it. */
interface Asked {
  readonly meaning: RecipientMeaning;
  readonly outcome: RecipientOutcome;
}

/** How far an attempt has come. */
interface Progress {
  stage: MailStage;
  hasLeft: boolean;
  asked: readonly Asked[];
}

const TAKEN = "250 2.0.0 kept in the sandbox";
const REFUSALS = {
  reject: { result: "refused", code: 550, text: "550 5.1.1 No such mailbox here" },
  full: { result: "refused", code: 552, text: "552 5.2.2 Mailbox full" },
  defer: { result: "deferred", code: 451, text: "451 4.3.0 Try again later" },
} as const satisfies Readonly<Record<string, Omit<RecipientOutcome, "address">>>;

/** Puts mails of test mode into the owner's sandbox, and answers as a mail server would (D48c). Nothing leaves the process by the network of mails. */
export class SandboxMailer implements Mailer {
  readonly #options: SandboxMailerOptions;
  readonly #inTurn = inTurn();

  constructor(options: SandboxMailerOptions) {
    this.#options = options;
  }

  async send({ owner, onStage }: MailRoute, mail: Mail, timeoutMs: number): Promise<MailOutcome> {
    const progress: Progress = { stage: "sender", hasLeft: false, asked: [] };
    const enter = (stage: MailStage) => {
      progress.stage = stage;
      onStage?.(stage);
    };
    const late = () => {
      const message = `no answer from the server within ${timeoutMs} ms`;
      return failed(new SmtpFailure({ stage: progress.stage, message, isInDoubt: progress.hasLeft }), progress);
    };
    const work = async (signal: AbortSignal): Promise<MailOutcome> => {
      try {
        return await this.#attempt({ owner, mail, signal, enter, progress });
      } catch (error) {
        if (error instanceof SmtpFailure) return failed(error, progress);
        if (!(error instanceof UnsendableMailError)) throw error;
        return failed(new SmtpFailure({ stage: "content", message: error.message, isTerminal: true }), progress);
      }
    };
    return withinDeadline(timeoutMs, work, late);
  }

  async #attempt({ owner, mail, signal, enter, progress }: SandboxAttempt): Promise<MailOutcome> {
    const { attachments: files = [] } = mail;
    const message = files.length > 0 ? messageWithFiles(mail, files) : await messageSource(mail);
    const mailFrom = wireAddress(mail.envelopeSender ?? mail.from.address);
    mail.envelope.forEach(wireAddress);
    enter("sender");
    enter("recipients");
    progress.asked = await Promise.all(mail.envelope.map((address) => this.#ask(owner, mail.messageId, address)));
    const recipients = progress.asked.map(({ outcome }) => outcome);
    const taken = progress.asked.filter(({ outcome }) => outcome.result === "accepted");
    if (taken.length === 0) return { kind: "answered", recipients };
    enter("content");
    const rcptTo = taken.map(({ outcome }) => wireAddress(outcome.address));
    await this.#take({ owner, mail, message, mailFrom, rcptTo, taken, signal, progress });
    return { kind: "answered", recipients, reply: TAKEN };
  }

  async #ask(owner: Owner, messageId: string, address: string): Promise<Asked> {
    const meaning = recipientMeaning(address);
    const { kind } = meaning;
    if (kind === "reject" || kind === "full") return { meaning, outcome: { address, ...REFUSALS[kind] } };
    if (kind === "defer") {
      const before = await this.#options.sandboxMails.countAttempt(owner, messageId, address);
      if (before < meaning.times) return { meaning, outcome: { address, ...REFUSALS.defer } };
    }
    return { meaning, outcome: { address, result: "accepted" } };
  }

  async #take({ owner, mail, message, mailFrom, rcptTo, taken, signal, progress }: Taking): Promise<void> {
    const isDropped = taken.some(({ meaning }) => meaning.kind === "drop");
    const slowest = Math.max(0, ...taken.map(({ meaning }) => (meaning.kind === "slow" ? meaning.seconds : 0)));
    if (slowest > 0) {
      progress.hasLeft = true;
      await waited(slowest * 1000, signal);
    }
    const keep = async () => {
      const source = await this.#whole(message);
      // A send whose time is over keeps nothing, because its mail is sent again.
      signal.throwIfAborted();
      progress.hasLeft = true;
      await this.#keep(owner, mail, { mailFrom, rcptTo, source, isDropped });
    };
    await (message.length > LARGE_BYTES ? this.#inTurn("large", keep) : keep());
    await this.#report(owner, mail, taken);
    if (isDropped)
      throw new SmtpFailure({
        stage: "content",
        message: "connection lost: connection closed by the server",
        isInDoubt: true,
      });
  }

  async #keep(owner: Owner, mail: Mail, { mailFrom, rcptTo, source, isDropped }: Kept): Promise<void> {
    const { sandboxMails, clock, identifiers } = this.#options;
    const kept: NewSandboxMail = {
      id: identifiers.newId(),
      // The mail of an attempt that fails from here on is sent again. Only a dropped mail arrives as often as it is sent.
      idempotencyKey: isDropped ? undefined : JSON.stringify([mail.messageId, ...rcptTo]),
      notificationId: this.#notificationOf(mail),
      receivedAt: new Date(clock.now()).toISOString(),
      mailFrom,
      rcptTo,
      messageId: mail.messageId,
      subject: headerText(mail.subject),
      from: shownSender(mail),
      size: source.length,
    };
    await sandboxMails.add(owner, kept, source);
  }

  async #whole(message: Buffer | MessagePieces): Promise<Buffer> {
    if (Buffer.isBuffer(message)) return message;
    const read: Buffer[] = [];
    try {
      for await (const bytes of bytesOf(message, this.#options.readFile)) read.push(bytes);
    } catch (cause) {
      if (!(cause instanceof FileUnreadableError)) throw cause;
      throw new SmtpFailure({ stage: "content", message: MAIL_CAUSES.file_unreadable, cause });
    }
    return Buffer.concat(read);
  }

  async #report(owner: Owner, mail: Mail, taken: readonly Asked[]): Promise<void> {
    const { sandboxQueue } = this.#options;
    const notificationId = this.#notificationOf(mail);
    if (sandboxQueue === undefined || notificationId === undefined) return;
    const about = { kind: "mail-report", owner, notificationId, tries: 0 } as const;
    for (const { meaning, outcome } of taken)
      if (meaning.kind === "bounce" || meaning.kind === "complain") {
        const report = meaning.kind === "bounce" ? "bounced" : "complained";
        await sandboxQueue.enqueue({ ...about, recipient: outcome.address, report }, REPORTED_AFTER_SECONDS);
      }
  }

  /** The id of a mail's notification is the first part of its message id (D17). */
  #notificationOf({ messageId }: Mail): string | undefined {
    if (this.#options.sandboxQueue === undefined) return undefined;
    return messageId.slice(1, messageId.indexOf("@"));
  }
}

interface SandboxAttempt {
  readonly owner: Owner;
  readonly mail: Mail;
  readonly signal: AbortSignal;
  readonly enter: (stage: MailStage) => void;
  readonly progress: Progress;
}

interface Taking extends Omit<SandboxAttempt, "enter"> {
  readonly message: Buffer | MessagePieces;
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
  readonly taken: readonly Asked[];
}

interface Kept extends Pick<SandboxMail, "mailFrom" | "rcptTo"> {
  readonly source: Buffer;
  readonly isDropped: boolean;
}

/** Returns the sender as the header `From` has it, without its encoding. */
function shownSender({ from }: Mail): string {
  const address = /^\p{ASCII}*$/u.test(from.address) ? from.address : wireAddress(from.address);
  const name = headerText(from.name);
  if (name === "") return address;
  const isQuoted = /^\p{ASCII}*$/u.test(name) && !/^[\w ]*$/.test(name);
  return `${isQuoted ? `"${name.replace(/(["\\])/g, "\\$1")}"` : name} <${address}>`;
}

/** Ends early when the time of the attempt is over. */
const waited = (ms: number, signal: AbortSignal): Promise<void> =>
  pause(ms, undefined, { signal }).catch(() => undefined);

function failed({ isTerminal, isInDoubt, stage, code, message }: SmtpFailure, { asked }: Progress): MailOutcome {
  const refused = asked.map(({ outcome }) => outcome).filter(({ result }) => result === "refused");
  return {
    kind: "failed",
    isTerminal,
    ...(isInDoubt && { isInDoubt }),
    stage,
    code,
    cause: message,
    ...(refused.length > 0 && { refused }),
  };
}
