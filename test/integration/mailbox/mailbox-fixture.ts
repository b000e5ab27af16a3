import { mkdtemp, rm } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createTransport, type SendMailOptions } from "nodemailer";
import { onTestFinished } from "vitest";
import { type CertificateAuthority, openCertificateAuthority } from "../../../local/certificate-authority.ts";
import { type Mailbox, type MailboxOptions, startMailbox } from "../../../local/world/mailbox/start-mailbox.ts";

const STEP_TIMEOUT_MS = 10_000;

export interface Summary {
  id: string;
  received_at: string;
  mail_from: string;
  rcpt_to: string[];
  message_id: string;
  subject: string;
  from: string;
  size: number;
}

export async function temporaryFolder(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), "mailbox-"));
  onTestFinished(() => rm(dir, { recursive: true, force: true }));
  return dir;
}

export type TestMailbox = Mailbox & { dir: string; authority: CertificateAuthority };

/** Starts a mailbox on free ports, and closes it after the test. */
export async function aMailbox(given: Partial<MailboxOptions> = {}): Promise<TestMailbox> {
  const dir = given.dataDir ?? (await temporaryFolder());
  const authority = given.authority ?? (await openCertificateAuthority(dir));
  const mailbox = await startMailbox({ httpPort: 0, smtpPort: 0, dataDir: dir, keep: 10_000, ...given, authority });
  let closing: Promise<void> | undefined;
  const close = () => (closing ??= mailbox.close());
  onTestFinished(close);
  return { ...mailbox, close, dir, authority };
}

export async function send(smtpPort: number, mail: SendMailOptions, options: Record<string, unknown> = {}) {
  const transport = createTransport({ host: "127.0.0.1", port: smtpPort, ignoreTLS: true, ...options });
  try {
    return await transport.sendMail({ from: "a@x.test", subject: "Hello", text: "Hi", ...mail });
  } finally {
    transport.close();
  }
}

/** Returns the error of a send that must fail. */
export async function refusal(
  sending: Promise<unknown>,
): Promise<{ responseCode?: number; response?: string; code?: string }> {
  return sending.then(
    () => {
      throw new Error("the message was accepted");
    },
    (error: unknown) => error as { responseCode?: number; response?: string; code?: string },
  );
}

/** Describes any answer of the API; a test reads the fields that it expects. */
export interface Body extends Summary {
  messages: Summary[];
  headers: Record<string, string | string[]>;
  text: string;
  html: string;
  attachments: { filename: string; content_type: string; content_id?: string; size: number; inline: boolean }[];
  error: string;
}

export async function getJson(url: string) {
  const response = await fetch(url, { signal: AbortSignal.timeout(STEP_TIMEOUT_MS) });
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body };
}

export async function listed(mailbox: { url: string }, query = ""): Promise<Summary[]> {
  return (await getJson(`${mailbox.url}/api/messages${query}`)).body.messages;
}

/** Talks SMTP line by line over a plain socket. */
export class RawClient {
  readonly socket: Socket;
  readonly ended: Promise<void>;
  #received = "";
  #wake: () => void = () => undefined;

  constructor(port: number) {
    this.socket = connect(port, "127.0.0.1");
    this.socket.setNoDelay(true);
    this.socket.on("data", (chunk) => {
      this.#received += chunk.toString("utf8");
      this.#wake();
    });
    this.socket.on("error", () => undefined);
    this.ended = new Promise((ended) => {
      this.socket.on("close", () => {
        this.#wake();
        ended();
      });
    });
    onTestFinished(() => {
      this.socket.destroy();
    });
  }

  /** Returns the next whole reply, including its continuation lines. */
  async reply(): Promise<string> {
    const deadline = Date.now() + STEP_TIMEOUT_MS;
    for (;;) {
      const whole = /^(?:\d{3}-.*\r\n)*\d{3}(?: .*)?\r\n/.exec(this.#received);
      if (whole) {
        this.#received = this.#received.slice(whole[0].length);
        return whole[0].trimEnd();
      }
      if (this.socket.closed) throw new Error("the connection was closed");
      if (Date.now() > deadline) throw new Error("no reply in time");
      await new Promise<void>((woken) => {
        const timer = setTimeout(woken, 100);
        this.#wake = () => {
          clearTimeout(timer);
          woken();
        };
      });
    }
  }

  async say(line: string): Promise<string> {
    this.socket.write(`${line}\r\n`);
    return this.reply();
  }

  /** Reads the greeting, sends EHLO, and returns the reply to EHLO. */
  async greet(): Promise<string> {
    await this.reply();
    return this.say("EHLO client.test");
  }

  /** Leads the session from the greeting to the 354. */
  async upToData(to: string[]): Promise<void> {
    await this.greet();
    await this.say("MAIL FROM:<a@x.test>");
    for (const one of to) await this.say(`RCPT TO:<${one}>`);
    await this.say("DATA");
  }
}

/** Repeats a request until the answer is as wanted. After the time limit it returns the last answer. */
export async function eventually<T>(ask: () => Promise<T>, isWanted: (answer: T) => boolean): Promise<T> {
  const deadline = Date.now() + STEP_TIMEOUT_MS;
  for (;;) {
    const answer = await ask();
    if (isWanted(answer) || Date.now() > deadline) return answer;
    await new Promise((later) => setTimeout(later, 20));
  }
}
