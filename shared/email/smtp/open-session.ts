import type { Socket } from "node:net";
import { type SecureContext, TLSSocket } from "node:tls";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import type { AddressGuard, VettedAddress } from "../../kernel/network/address-guard.ts";
import type { OwnerTurns } from "../../kernel/network/owner-turns.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import type { SmtpSettings } from "../domain/sending-account.ts";
import type { MailRoute } from "../ports.ts";
import { type Attempt, whenOver } from "./attempt.ts";
import { abandon, openTcp, openTls, tlsOptions, vettedAddresses } from "./open-socket.ts";
import { errorMessage, smtpError, step } from "./smtp-conversation.ts";
import { SmtpFailure } from "./smtp-failure.ts";
import { SmtpSession } from "./smtp-session.ts";
import type { SmtpTimeouts } from "./smtp-timeouts.ts";
import type { TlsSessions } from "./tls-sessions.ts";

/** The options that all connections of all accounts have in common. */
export interface Dialing {
  readonly guard: AddressGuard;
  /** Limits how many connections one owner may be opening at once, from the first packet to the login. */
  readonly turns: OwnerTurns;
  readonly secureContext: SecureContext;
  readonly tlsSessions: TlsSessions;
  readonly timeouts: SmtpTimeouts;
  /** `clientName` is the name in EHLO; without it, the machine's own name is used. */
  readonly clientName?: string | undefined;
}

/** A longer reply ends the connection. Real servers' replies are far shorter, but a hostile server might never end one. */
const MAX_REPLY_BYTES = 65_536;

/** Connects, encrypts and logs in. Throws SmtpFailure or, when too many of the owner's servers are silent, TurnPostponedError. */
export async function openSession(
  dialing: Dialing,
  route: MailRoute<SmtpSettings>,
  attempt: Attempt,
): Promise<SmtpSession> {
  attempt.stage = () => "resolve";
  const addresses = await vettedAddresses(dialing.guard, route.settings.host, route.owner);
  return dialing.turns.run(route.owner, () => {
    attempt.signal.throwIfAborted();
    return sessionAt(addresses, { dialing, route, attempt });
  });
}

interface Opening {
  readonly dialing: Dialing;
  readonly route: MailRoute<SmtpSettings>;
  readonly attempt: Attempt;
}

async function sessionAt(
  addresses: readonly VettedAddress[],
  { dialing, route, attempt }: Opening,
): Promise<SmtpSession> {
  const { port } = route.settings;
  const raw = await openTcp({ addresses, port, timeoutMs: dialing.timeouts.connectMs }, attempt);
  const stopWatching = whenOver(attempt, () => abandon(raw));
  try {
    const connection = await greeted(dialing, route.settings, { raw, attempt });
    const offered = connection.lastServerResponse || "";
    const takesUtf8 = /^250[ -]SMTPUTF8\b/im.test(offered);
    const session = new SmtpSession({ connection, raw, takesUtf8, silenceMs: dialing.timeouts.socketMs });
    await authenticate(connection, route, attempt);
    return session;
  } catch (error) {
    abandon(raw);
    throw error;
  } finally {
    stopWatching();
  }
}

interface Link {
  readonly raw: Socket;
  readonly attempt: Attempt;
}

async function encrypted(dialing: Dialing, { host, port }: SmtpSettings, { raw, attempt }: Link): Promise<Socket> {
  const { secureContext, tlsSessions, timeouts } = dialing;
  const session = tlsSessions.of(host, port);
  return openTls({ raw, host, secureContext, session, timeoutMs: timeouts.connectMs }, attempt);
}

/** Reads the greeting, says EHLO and, for `starttls`, starts TLS. Throws when the server does not offer TLS. */
async function greeted(dialing: Dialing, settings: SmtpSettings, link: Link): Promise<SMTPConnection> {
  const { host, port, encryption } = settings;
  const { timeouts, secureContext, tlsSessions, clientName } = dialing;
  const isTls = encryption === "tls";
  const socket = isTls ? await encrypted(dialing, settings, link) : link.raw;
  const connection = new SMTPConnection({
    host,
    port,
    connection: socket,
    secure: isTls,
    secured: isTls,
    requireTLS: encryption === "starttls",
    ignoreTLS: encryption === "none",
    tls: tlsOptions({ host, secureContext, session: tlsSessions.of(host, port) }),
    connectionTimeout: timeouts.connectMs + timeouts.greetingMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.socketMs,
    // With 0 the library destroys the socket. Ending the socket would still send the remaining bytes of a message whose failure was
    // reported already.
    socketCloseTimeout: 0,
    maxResponseSize: MAX_REPLY_BYTES,
    ...(clientName === undefined ? {} : { name: clientName }),
  });
  // An idle connection may break at any time; without a listener, that would end the process.
  connection.on("error", () => {});
  link.attempt.stage = () => (connection.upgrading ? "tls" : "connect");
  try {
    await step(connection, (done) => connection.connect(done));
  } catch (error) {
    throw greetingFailure(error, link.attempt);
  }
  if (encryption !== "none") keepTlsSession(connection, settings, tlsSessions);
  return connection;
}

/** A TLS session is kept only after the server's name was verified, because Node does not verify it again when it resumes one. */
function keepTlsSession(connection: SMTPConnection, { host, port }: SmtpSettings, tlsSessions: TlsSessions): void {
  const socket = connection._socket;
  if (!(socket instanceof TLSSocket)) throw new SmtpFailure({ stage: "tls", message: "TLS failed: not encrypted" });
  tlsSessions.follow(socket, host, port);
  // TLS 1.3 sends its sessions after the handshake, and the first one is usually here by now.
  const session = socket.getSession();
  if (session) tlsSessions.keep(session, host, port);
}

function greetingFailure(error: unknown, attempt: Attempt): SmtpFailure {
  const said = smtpError(error);
  const { code, command, response, responseCode } = said;
  const isTls = attempt.stage() === "tls" || code === "ETLS" || command === "STARTTLS";
  const stage = isTls ? "tls" : "connect";
  const prefix = isTls ? "TLS failed" : "connection failed";
  // A 5xx greeting is not final, because a server with a passing problem may greet so. Only replies to MAIL, RCPT, DATA and AUTH are (D21).
  const message = response && !isTls ? response : `${prefix}: ${errorMessage(said)}`;
  return new SmtpFailure({ stage, code: responseCode, message, cause: error });
}

async function authenticate(
  connection: SMTPConnection,
  route: MailRoute<SmtpSettings>,
  attempt: Attempt,
): Promise<void> {
  const { username } = route.settings;
  if (username === undefined || username === "") return;
  attempt.stage = () => "authentication";
  const stage = "authentication";
  if (route.secret === "") throw new SmtpFailure({ stage, message: MAIL_CAUSES.credential_missing, isTerminal: true });
  if (!connection.allowsAuth) throw new SmtpFailure({ stage, message: MAIL_CAUSES.sign_in_not_offered });
  try {
    await step(connection, (done) => connection.login({ user: username, pass: route.secret }, done));
  } catch (error) {
    const said = smtpError(error);
    const { response, responseCode } = said;
    const isTerminal = responseCode !== undefined && responseCode >= 500;
    throw new SmtpFailure({
      stage,
      code: responseCode,
      message: response ?? `connection lost: ${errorMessage(said)}`,
      isTerminal,
      cause: error,
    });
  }
}
