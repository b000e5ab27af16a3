import { once } from "node:events";
import type { Socket } from "node:net";
import type SMTPConnection from "nodemailer/lib/smtp-connection";
import type { SentMessageInfo, SMTPError } from "nodemailer/lib/smtp-connection";
import type { MailStage } from "../domain/mail.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import { type Attempt, whenOver } from "./attempt.ts";
import { type MailProgress, MailSource, StreamedMail } from "./mail-source.ts";
import type { MessagePieces, ReadFile } from "./message-pieces.ts";
import { abandon } from "./open-socket.ts";
import { errorMessage, smtpError, step } from "./smtp-conversation.ts";
import { SmtpFailure } from "./smtp-failure.ts";

export interface OutgoingMessage {
  readonly from: string;
  readonly to: readonly string[];
  /** The message: in one buffer, or in pieces when it has files. */
  readonly source: Buffer | MessagePieces;
  readonly readFile: ReadFile;
  /** `isUtf8` is true when an address in the envelope or in a header is not ASCII (RFC 6531). */
  readonly isUtf8: boolean;
}

export interface SmtpLink {
  readonly connection: SMTPConnection;
  readonly raw: Socket;
  readonly takesUtf8: boolean;
  /** The server may be silent for this long within a conversation. */
  readonly silenceMs: number;
}

const EARLY_ANSWER = "the server answered before it had the whole mail";

/** One connection to a server, which `openSession` has greeted and logged in. It carries one mail at a time. */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #raw: Socket;
  readonly #silenceMs: number;
  /** `takesUtf8` is true when the server takes addresses beyond ASCII (RFC 6531). */
  readonly takesUtf8: boolean;
  deliveries = 0;
  #hasDelivered = false;
  #isLeaving = false;

  constructor({ connection, raw, takesUtf8, silenceMs }: SmtpLink) {
    this.#connection = connection;
    this.#raw = raw;
    this.takesUtf8 = takesUtf8;
    this.#silenceMs = silenceMs;
  }

  get isAlive(): boolean {
    return !(this.#connection.destroyed || this.#raw.destroyed);
  }

  /** True when the server took a mail over this connection since it was given out. */
  get hasDelivered(): boolean {
    return this.#hasDelivered;
  }

  /** Sends one mail, and returns the server's answers about the recipients. Throws SmtpFailure or the library's error when it fails. */
  async deliver({ from, to, isUtf8, ...message }: OutgoingMessage, attempt: Attempt): Promise<SentMessageInfo> {
    // The wait for a connection may have used up the time. Then the mail was reported as failed and must not leave.
    attempt.signal.throwIfAborted();
    // The library never clears this field. It is cleared here, so that `#stage` sees only replies about this mail.
    this.#connection.lastServerResponse = false;
    attempt.stage = () => this.#stage();
    const stopWatching = whenOver(attempt, () => this.abandon());
    this.deliveries += 1;
    this.#hasDelivered = false;
    const onLeft = () => this.#awaitFinalReply(attempt);
    let hasBegun = false;
    const onBegin = () => {
      hasBegun = true;
    };
    const content = leaving(message, { onBegin, onLeft });
    // The library writes what the server says of the recipients into the envelope that it is given.
    const rejectedErrors: SMTPError[] = [];
    const envelope = { from, to: [...to], size: message.source.length, use8BitMime: isUtf8, rejectedErrors };
    attempt.refusedRecipients = () => envelope.rejectedErrors;
    try {
      const sent = await step<SentMessageInfo>(this.#connection, (done) =>
        this.#connection.send(envelope, content, done),
      );
      if (!sent) throw new SmtpFailure({ stage: "content", message: "the server's answer is missing" });
      if (!attempt.hasLeft) throw new SmtpFailure({ stage: "content", message: EARLY_ANSWER, isInDoubt: true });
      this.#hasDelivered = true;
      return sent;
    } catch (error) {
      // The server is still reading the content of this mail, so any other command would become part of the mail.
      if (hasBegun && !attempt.hasLeft) this.abandon();
      if (content.errored === null) throw error;
      // The server still waits for the remaining content of a mail. It would take another mail over this connection for that content.
      this.abandon();
      throw new SmtpFailure({ stage: "content", message: MAIL_CAUSES.file_unreadable, cause: content.errored });
    } finally {
      stopWatching();
      this.#limitSilence(this.#silenceMs);
    }
  }

  /** A server may check a mail for long before it answers (RFC 5321 section 4.5.3.2.6), so only the attempt's end stops the wait. */
  #awaitFinalReply(attempt: Attempt): void {
    attempt.hasLeft = true;
    this.#limitSilence(0);
  }

  /** Sets how many milliseconds the server may be silent; 0 means without limit. */
  #limitSilence(ms: number): void {
    const { _socket: socket } = this.#connection;
    if (socket) socket.setTimeout(ms);
  }

  /** Returns the stage of the conversation. The content leaves only after a reply to DATA, so at `sender` nothing of the content has left. */
  #stage(): MailStage {
    const latest = this.#connection.lastServerResponse;
    if (latest === false) return "sender";
    return latest.startsWith("354") ? "content" : "recipients";
  }

  /** Asks by RSET whether the server still answers. It comes before MAIL FROM, so a broken connection costs no mail. */
  async answers(timeoutMs: number): Promise<boolean> {
    if (!this.isAlive) return false;
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<boolean>((resolve) => {
      timer = setTimeout(() => resolve(false), timeoutMs);
    });
    const answer = step<boolean>(this.#connection, (done) => this.#connection.reset(done)).then(
      () => true,
      () => false,
    );
    try {
      return await Promise.race([answer, silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  /** An idle connection must not keep the process alive. */
  rest(): void {
    this.#raw.unref();
  }

  wake(): void {
    this.#raw.ref();
    this.#hasDelivered = false;
  }

  /** `quit` says QUIT and closes. When the server is silent, the socket's timeout closes it. */
  quit(): void {
    this.rest();
    if (!this.isAlive) return;
    this.#isLeaving = true;
    this.#connection.quit();
  }

  /** `isLeaving` is true between QUIT and the end of the connection. */
  get isLeaving(): boolean {
    return this.#isLeaving && this.isAlive;
  }

  /** Resolves when the connection is closed, or after `timeoutMs`. */
  async closed(timeoutMs: number): Promise<void> {
    await once(this.#raw, "close", { signal: AbortSignal.timeout(timeoutMs) }).catch(() => {});
  }

  /** Closes the connection with a reset, so that the server can never take half a message for a whole one. */
  abandon(): void {
    abandon(this.#raw);
    this.#connection.close();
  }
}

const leaving = ({ source, readFile }: Pick<OutgoingMessage, "source" | "readFile">, progress: MailProgress) =>
  Buffer.isBuffer(source) ? new MailSource(source, progress) : new StreamedMail(source, readFile, progress);

/** Turns the library's error into a failure, with the stage of the conversation and whether the failure is final (D21). */
export function deliveryFailure(error: unknown, attempt: Attempt): SmtpFailure {
  if (error instanceof SmtpFailure) return error;
  const said = smtpError(error);
  const { code, command, response, responseCode } = said;
  // The library itself refused the mail, because the server announced a smaller SIZE (RFC 1870).
  const isTooLarge = code === "EMESSAGE" && responseCode === undefined;
  const stages: Readonly<Record<string, MailStage>> = {
    "MAIL FROM": "sender",
    "RCPT TO": "recipients",
    DATA: "content",
  };
  const stage = isTooLarge ? "content" : (stages[command ?? ""] ?? attempt.stage());
  const isRefused = command !== undefined && command in stages && responseCode !== undefined && responseCode >= 500;
  return new SmtpFailure({
    stage,
    code: responseCode,
    message: response ?? `connection lost: ${errorMessage(said)}`,
    isTerminal: isTooLarge || isRefused,
    isInDoubt: attempt.hasLeft && response === undefined,
    cause: error,
  });
}
