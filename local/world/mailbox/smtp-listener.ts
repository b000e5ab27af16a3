import type { AddressInfo, Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { SMTPServer } from "smtp-server";
import type { SMTPServerDataStream, SMTPServerSession } from "smtp-server/lib/types.js";
import type { IssuedCertificate } from "../../certificate-authority.ts";
import type { MessageStore } from "./message-store.ts";
import { type RecipientMeaning, recipientMeaning } from "./recipient-meaning.ts";
import { isTakenBack, type ReturnedMail, type TakesBack } from "./returned-mail.ts";

export interface Credentials {
  username: string;
  password: string;
}

/** The limit is announced as SIZE (RFC 1870). A larger message is answered with 552. A mail that comes back may have 40 MB (D45f). */
const MAX_MESSAGE_BYTES = 41_943_040;
const MAX_CLIENTS = 2000;
const IDLE_TIMEOUT_MS = 300_000;
/** A running exchange gets this long to end when the server closes, so that `close()` stays under 2 s. */
const CLOSE_GRACE_MS = 500;

/**
 * The SMTP server of the mailbox. It accepts every message, except for recipients with a special meaning, and answers
 * once the message is stored.
 */
export class SmtpListener {
  readonly #store: MessageStore;
  readonly #takesBack: TakesBack | undefined;
  readonly #server: SMTPServer;
  /**
   * The sockets by the client's port. The library removes our listeners from a socket that it upgrades to TLS, so a
   * plain set would leak.
   */
  readonly #sockets = new Map<number, Socket>();
  /** Aborts when the client disconnects, because `slow<S>` stores nothing for a client that did not wait. */
  readonly #connected = new Map<string, AbortController>();

  constructor(deps: {
    store: MessageStore;
    credentials: Credentials;
    certificate: IssuedCertificate;
    takesBack?: TakesBack | undefined;
  }) {
    this.#store = deps.store;
    this.#takesBack = deps.takesBack;
    this.#server = new SMTPServer({
      ...deps.certificate,
      minVersion: "TLSv1.2",
      name: "mailbox.herald.local",
      banner: "Herald mailbox",
      authOptional: true,
      allowInsecureAuth: true,
      authMethods: ["PLAIN", "LOGIN"],
      disabledCommands: ["WIZ", "SHELL", "KILL", "XCLIENT", "XFORWARD"],
      disableReverseLookup: true,
      // A return path may have a dot first, last or doubled (D45f), and mail servers put it in quotation marks.
      lenientAddressParsing: true,
      hideENHANCEDSTATUSCODES: false,
      size: MAX_MESSAGE_BYTES,
      rejectOversized: true,
      maxClients: MAX_CLIENTS,
      socketTimeout: IDLE_TIMEOUT_MS,
      closeTimeout: CLOSE_GRACE_MS,
      logger: false,
      onConnect: (session, done) => {
        this.#connected.set(session.id, new AbortController());
        done();
      },
      onClose: (session) => this.#forget(session),
      onAuth: ({ username, password }, _session, done) => {
        const isKnown = username === deps.credentials.username && password === deps.credentials.password;
        if (isKnown) done(null, { user: username });
        else done(smtpError(535, "Authentication credentials invalid"));
      },
      onRcptTo: ({ address }, _session, done) => done(this.#answerTo(address)),
      onData: (stream, session, done) => {
        this.#receive(stream, session).then(
          (isAnswered) => isAnswered && done(null, "kept"),
          () => done(smtpError(451, "Local error")),
        );
      },
    });
    this.#server.server.on("connection", (socket) => {
      if (socket.remotePort !== undefined) this.#sockets.set(socket.remotePort, socket);
    });
    // A client may break off a handshake or reset its connection.
    this.#server.on("error", () => undefined);
  }

  /** Returns the port that it listens on. Port `0` picks a free one. */
  async listen(port: number): Promise<number> {
    const { server } = this.#server;
    await new Promise<void>((listening, failed) => {
      server.once("error", failed);
      server.listen({ port, host: "127.0.0.1", backlog: 1024 }, () => {
        server.off("error", failed);
        listening();
      });
    });
    return portOf(server.address());
  }

  renew(certificate: IssuedCertificate): void {
    this.#server.updateSecureContext(certificate);
  }

  /** Refuses new connections at once, and ends open ones with 421 after a short grace period. */
  async close(): Promise<void> {
    for (const connected of this.#connected.values()) connected.abort();
    await new Promise<void>((closed) => this.#server.close(closed));
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  /** If the store fails, the client gets a temporary error. */
  #answerTo(address: string): Error | null {
    try {
      return this.#refusalOf(address);
    } catch {
      return smtpError(451, "Local error");
    }
  }

  #refusalOf(address: string): Error | null {
    const meaning = this.#meaningOf(address);
    if (meaning.kind === "reject") return smtpError(550, "No such mailbox here");
    // The answer comes at RCPT with 5.2.2: only this recipient's mailbox is full, and the others get the message (D21).
    if (meaning.kind === "full") return smtpError(552, "Mailbox full");
    if (meaning.kind === "defer" && this.#store.defers(address, meaning.times))
      return smtpError(451, "Try again later");
    return null;
  }

  /** Returns false if the client gets no answer, because it requested that (`drop`) or disconnected. */
  async #receive(stream: SMTPServerDataStream, session: SMTPServerSession): Promise<boolean> {
    const { signal } = this.#connected.get(session.id) ?? new AbortController();
    const mailFrom = session.envelope.mailFrom ? session.envelope.mailFrom.address : "";
    const rcptTo = session.envelope.rcptTo.map(({ address }) => address);
    const raw = await wholeMessage(stream);
    // `raw` is undefined if the message is too large; the library then answers 552 itself.
    if (raw === undefined) return true;
    const meanings = rcptTo.map((address) => this.#meaningOf(address));
    const slowSeconds = Math.max(0, ...meanings.map((meaning) => (meaning.kind === "slow" ? meaning.seconds : 0)));
    // A client that gave up waiting sends the message again, and the mailbox would have it twice. So the message is
    // stored only if the client gets the answer.
    if (slowSeconds > 0 && !(await waited(slowSeconds, signal))) return false;
    await this.#handBack({ mailFrom, rcptTo, raw });
    await this.#store.add({ mailFrom, rcptTo, raw });
    if (!meanings.some(({ kind }) => kind === "drop")) return true;
    this.#sockets.get(session.remotePort)?.destroy();
    return false;
  }

  /** An address to which mails come back takes every mail. */
  #meaningOf(address: string): RecipientMeaning {
    return this.#takesBack && isTakenBack(address, this.#takesBack) ? { kind: "accept" } : recipientMeaning(address);
  }

  /** Hands a mail on before it is kept: if that fails, the client sends it again, and a repeated report changes nothing. */
  async #handBack(mail: ReturnedMail): Promise<void> {
    const takesBack = this.#takesBack;
    const rcptTo = takesBack === undefined ? [] : mail.rcptTo.filter((address) => isTakenBack(address, takesBack));
    if (rcptTo.length > 0) await takesBack?.hand({ ...mail, rcptTo });
  }

  #forget(session: SMTPServerSession): void {
    this.#connected.get(session.id)?.abort();
    this.#connected.delete(session.id);
    const socket = this.#sockets.get(session.remotePort);
    // A newer connection may already have the same port and another socket.
    if (socket?.destroyed) this.#sockets.delete(session.remotePort);
  }
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function portOf(address: AddressInfo | string | null): number {
  if (address === null || typeof address === "string") throw new Error("the SMTP listener has no port");
  return address.port;
}

/** Returns undefined if the message is larger than announced. Fails if the client disconnects. */
async function wholeMessage(stream: SMTPServerDataStream): Promise<Buffer | undefined> {
  let chunks: Buffer[] = [];
  await new Promise<void>((ended, failed) => {
    stream.on("data", (chunk: Buffer) => {
      if (stream.sizeExceeded) chunks = [];
      else chunks.push(chunk);
    });
    stream.on("end", ended);
    stream.on("error", failed);
  });
  return stream.sizeExceeded ? undefined : Buffer.concat(chunks);
}

async function waited(seconds: number, signal: AbortSignal): Promise<boolean> {
  try {
    await pause(seconds * 1000, undefined, { signal });
    return true;
  } catch {
    return false;
  }
}
