import { createServer, type Server, type Socket } from "node:net";
import { createSecureContext, TLSSocket } from "node:tls";
import type { TestCertificate } from "./test-certificates.ts";

/** The server's reaction at a step: it waits, sends the text if there is one, and may then close the connection. */
export interface Rudeness {
  readonly say?: string;
  readonly afterMs?: number;
  readonly hangUp?: "close" | "reset";
  /** Sends the text without the end of its line. */
  readonly isCut?: boolean;
}
export type Reply = string | Rudeness;

/** With this reaction the server sends nothing, now and later on this connection. */
export const SILENCE: Rudeness = {};

/** The load of the server as one connection sees it. */
export interface Load {
  /** The number of connections that were open when this one was greeted, including itself. */
  readonly open: number;
  readonly openAtFirst: number;
}

export interface RudeScript {
  /** With `implicit`, TLS starts at the first byte; with `starttls`, the server offers STARTTLS; with `none`, there is no TLS. */
  readonly encryption?: "none" | "starttls" | "implicit";
  readonly certificate?: TestCertificate;
  readonly tlsMaxVersion?: "TLSv1.1" | "TLSv1.2" | "TLSv1.3";
  /** Sends other bytes in place of a TLS handshake. */
  readonly brokenTls?: boolean;
  /** Further connections get this refusal as greeting, for example a 421. A silent refusal offers no TLS either. */
  readonly maxConnections?: number;
  readonly refusal?: Reply;
  readonly greeting?: Reply;
  readonly ehlo?: Reply;
  readonly starttls?: Reply;
  readonly auth?: Reply;
  readonly rset?: Reply;
  /** The reply to MAIL. A function gets the number of mails that this connection has already brought. */
  readonly mail?: Reply | ((earlier: number, load: Load) => Reply | undefined);
  readonly rcpt?: (address: string) => Reply | undefined;
  readonly data?: Reply;
  /** The reply that accepts or refuses the mail when its whole content has arrived. */
  readonly end?: Reply | ((load: Load) => Reply);
  /** Resets the connection when a part of the content has arrived. */
  readonly breaksInContent?: boolean;
  readonly extensions?: readonly string[];
  /** The server offers AUTH PLAIN and LOGIN and accepts exactly these credentials. */
  readonly credentials?: { readonly username: string; readonly password: string };
}

export interface TakenMail {
  readonly from: string;
  readonly to: readonly string[];
  readonly source: string;
}

interface Session {
  socket: Socket;
  isSecure: boolean;
  /** How the server reads the next bytes of the client. */
  mode: "command" | "login-user" | "login-password" | "content";
  buffer: string;
  from: string;
  to: string[];
  user: string;
  mails: number;
  readonly openAtFirst: number;
  isMute: boolean;
  /** Sends replies in order, however long one takes. */
  queue: Promise<void>;
}

const later = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
const decode = (text: string) => Buffer.from(text, "base64").toString("utf8");

/** An SMTP server that follows a script. `script` may be changed at any time and applies from the next step on. */
export class RudeSmtpServer {
  script: RudeScript;
  /** The number of connections so far, then the number of open ones, then the greatest number of connections at once. */
  connections = 0;
  open = 0;
  mostOpen = 0;
  /** The number of TLS handshakes, and of those that resumed a session. */
  handshakes = 0;
  resumed = 0;
  logins = 0;
  /** The command lines as received, including credentials. */
  readonly commands: string[] = [];
  /** Each entry has the verbs of the commands that arrived together. */
  readonly together: string[] = [];
  /** `accepted` has the mails that were answered with 250; the list below has all that arrived whole. */
  readonly accepted: TakenMail[] = [];
  readonly arrived: TakenMail[] = [];
  readonly serverNames: string[] = [];
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(script: RudeScript) {
    this.script = script;
    this.#server = createServer((socket) => this.#greet(socket));
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the server does not listen");
    return address.port;
  }

  listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  async close(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  /** Cuts every connection. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  #greet(raw: Socket): void {
    this.connections += 1;
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    this.#sockets.add(raw);
    raw.setNoDelay(true);
    raw.on("error", () => {});
    raw.once("close", () => {
      this.open -= 1;
      this.#sockets.delete(raw);
    });
    const session: Session = {
      ...{
        socket: raw,
        isSecure: false,
        mode: "command",
        buffer: "",
        from: "",
        to: [],
        user: "",
        mails: 0,
        openAtFirst: this.open,
        isMute: false,
      },
      queue: Promise.resolve(),
    };
    const { encryption, maxConnections = Number.POSITIVE_INFINITY } = this.script;
    const refusal = this.open > maxConnections ? this.#refusal() : undefined;
    if (encryption === "implicit" && (refusal === undefined || refusal.say !== undefined)) this.#secure(session);
    else this.#listenTo(session);
    this.#reply(session, refusal ?? this.script.greeting ?? "220 rude.test ESMTP");
  }

  #refusal(): Rudeness {
    const { refusal = "421 4.7.0 too many connections" } = this.script;
    return typeof refusal === "string" ? { say: refusal, hangUp: "close" } : refusal;
  }

  #load({ openAtFirst }: Session): Load {
    return { open: this.open, openAtFirst };
  }

  #secure(session: Session): void {
    const raw = session.socket;
    raw.removeAllListeners("data");
    if (this.script.brokenTls) {
      // Sends the bytes after the client's hello; before it they would be plain text, which a careful client ignores.
      raw.once("data", () => raw.write("this is not TLS at all\r\n".repeat(20)));
      return;
    }
    const { certificate, tlsMaxVersion } = this.script;
    const secureContext = this.#contextFor(certificate, tlsMaxVersion);
    const socket = new TLSSocket(raw, {
      isServer: true,
      secureContext,
      SNICallback: (name, done) => {
        this.serverNames.push(name);
        done(null, secureContext);
      },
    });
    socket.on("error", () => {});
    socket.once("secure", () => {
      this.handshakes += 1;
      if (socket.isSessionReused()) this.resumed += 1;
    });
    session.socket = socket;
    session.isSecure = true;
    session.buffer = "";
    this.#listenTo(session);
  }

  #context: ReturnType<typeof createSecureContext> | undefined;
  #contextFor(certificate: TestCertificate | undefined, maxVersion: RudeScript["tlsMaxVersion"]) {
    // All connections share one context, because its ticket keys make resuming possible.
    this.#context ??= createSecureContext({
      ...certificate,
      ...(maxVersion ? { maxVersion, minVersion: "TLSv1" as const, ciphers: "DEFAULT@SECLEVEL=0" } : {}),
    });
    return this.#context;
  }

  #listenTo(session: Session): void {
    session.socket.on("data", (chunk: Buffer) => {
      session.buffer += chunk.toString("utf8");
      const earlier = this.commands.length;
      this.#read(session);
      const verbs = this.commands.slice(earlier).map((line) => line.split(/[ :]/, 1)[0]);
      if (verbs.length > 0) this.together.push(verbs.join(" "));
    });
  }

  #read(session: Session): void {
    for (;;) {
      if (session.mode === "content") {
        const end = `\r\n${session.buffer}`.indexOf("\r\n.\r\n");
        if (end < 0) {
          if (this.script.breaksInContent && session.buffer !== "") session.socket.resetAndDestroy();
          return;
        }
        const source = session.buffer.slice(0, end);
        session.buffer = session.buffer.slice(end + 3);
        session.mode = "command";
        this.#finish(session, source);
        continue;
      }
      const end = session.buffer.indexOf("\r\n");
      if (end < 0) return;
      const line = session.buffer.slice(0, end);
      session.buffer = session.buffer.slice(end + 2);
      this.commands.push(line);
      this.#obey(session, line);
    }
  }

  #obey(session: Session, line: string): void {
    if (session.mode === "login-user") {
      this.#askPassword(session, decode(line));
      return;
    }
    if (session.mode === "login-password") {
      this.#judge(session, session.user, decode(line));
      return;
    }
    const { script } = this;
    const verb = line.split(/[ :]/, 1)[0]?.toUpperCase() ?? "";
    if (verb === "EHLO" || verb === "HELO") this.#reply(session, script.ehlo ?? this.#extensions(session));
    else if (verb === "STARTTLS") this.#startTls(session);
    else if (verb === "AUTH") this.#authenticate(session, line);
    else if (verb === "MAIL") this.#sender(session, line);
    else if (verb === "RCPT") this.#recipient(session, line);
    else if (verb === "DATA") this.#content(session);
    else if (verb === "RSET") this.#reply(session, script.rset ?? "250 2.0.0 reset");
    else if (verb === "QUIT") this.#reply(session, { say: "221 2.0.0 bye", hangUp: "close" });
    else this.#reply(session, "502 5.5.1 what?");
  }

  #extensions(session: Session): string {
    const { encryption, credentials, extensions = ["PIPELINING", "8BITMIME", "SMTPUTF8"] } = this.script;
    const offered = [
      "rude.test",
      ...extensions,
      ...(encryption === "starttls" && !session.isSecure ? ["STARTTLS"] : []),
      ...(credentials ? ["AUTH PLAIN LOGIN"] : []),
    ];
    return offered.map((text, index) => `250${index === offered.length - 1 ? " " : "-"}${text}`).join("\r\n");
  }

  #startTls(session: Session): void {
    if (this.script.starttls === undefined && this.script.encryption !== "starttls") {
      this.#reply(session, "502 5.5.1 no TLS here");
      return;
    }
    this.#reply(session, this.script.starttls ?? "220 2.0.0 go ahead", (said) => {
      if (said.startsWith("220")) this.#secure(session);
    });
  }

  #authenticate(session: Session, line: string): void {
    const [, method = "", initial = ""] = line.split(" ");
    if (this.script.auth !== undefined) {
      this.#reply(session, this.script.auth);
      return;
    }
    if (method.toUpperCase() === "LOGIN") {
      session.mode = "login-user";
      this.#reply(session, "334 VXNlcm5hbWU6");
      return;
    }
    const [, username = "", password = ""] = decode(initial).split("\0");
    this.#judge(session, username, password);
  }

  #askPassword(session: Session, username: string): void {
    session.user = username;
    session.mode = "login-password";
    this.#reply(session, "334 UGFzc3dvcmQ6");
  }

  #judge(session: Session, username: string, password: string): void {
    session.mode = "command";
    const { credentials } = this.script;
    const isRight = credentials?.username === username && credentials.password === password;
    if (isRight) this.logins += 1;
    this.#reply(session, isRight ? "235 2.7.0 welcome" : "535 5.7.8 authentication failed");
  }

  #sender(session: Session, line: string): void {
    const { mail } = this.script;
    const reply =
      (typeof mail === "function" ? mail(session.mails, this.#load(session)) : mail) ?? "250 2.1.0 sender ok";
    session.from = /<(.*)>/.exec(line)?.[1] ?? "";
    session.to = [];
    if (typeof reply !== "string" || !reply.startsWith("2")) session.from = "";
    this.#reply(session, reply);
  }

  #recipient(session: Session, line: string): void {
    const address = /<(.*)>/.exec(line)?.[1] ?? "";
    if (session.from === "") {
      this.#reply(session, "503 5.5.1 no sender");
      return;
    }
    const reply = this.script.rcpt?.(address) ?? "250 2.1.5 recipient ok";
    if (typeof reply === "string" && reply.startsWith("2")) session.to.push(address);
    this.#reply(session, reply);
  }

  #content(session: Session): void {
    const reply = this.script.data ?? (session.to.length > 0 ? "354 go on" : "554 5.5.1 no valid recipients");
    // Some servers answer 250 where 354 is due, and then expect the content.
    if (typeof reply === "string" && /^(354|250)/.test(reply)) session.mode = "content";
    this.#reply(session, reply);
  }

  #finish(session: Session, source: string): void {
    const mail: TakenMail = { from: session.from, to: session.to, source: source.replace(/^\.\./gm, ".") };
    this.arrived.push(mail);
    session.mails += 1;
    const { end = "250 2.0.0 queued" } = this.script;
    this.#reply(session, typeof end === "function" ? end(this.#load(session)) : end, (said) => {
      if (said.startsWith("250")) this.accepted.push(mail);
    });
  }

  #reply(session: Session, reply: Reply, afterwards?: (said: string) => void): void {
    const { say, afterMs = 0, hangUp, isCut } = typeof reply === "string" ? { say: reply } : reply;
    session.queue = session.queue.then(async () => {
      if (afterMs > 0) await later(afterMs);
      if (session.socket.destroyed || session.isMute) return;
      session.isMute = say === undefined && hangUp === undefined;
      if (say !== undefined) session.socket.write(isCut ? say : `${say}\r\n`);
      if (say !== undefined) afterwards?.(say);
      if (hangUp === "close") session.socket.end();
      if (hangUp === "reset") session.socket.resetAndDestroy();
    });
  }
}

export async function rudeSmtpServer(script: RudeScript = {}): Promise<RudeSmtpServer> {
  const server = new RudeSmtpServer(script);
  await server.listen();
  return server;
}
