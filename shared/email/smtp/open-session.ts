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

/** The options of every connection, the same for every account. */
export interface Dialing {
  readonly guard: AddressGuard;
  /** Connections that are being opened for one owner, from the first packet to the login. */
  readonly turns: OwnerTurns;
  readonly secureContext: SecureContext;
  readonly tlsSessions: TlsSessions;
  readonly timeouts: SmtpTimeouts;
  /** The name said in EHLO; the machine's own by default. */
  readonly clientName?: string | undefined;
}

/** No reply of a real server comes near; a hostile one stops here. */
const MAX_REPLY_BYTES = 65_536;

/**
 * Resolves, connects, encrypts, greets and logs in. Throws SmtpFailure, and TurnPostponedError where too many servers of the owner have not
 * answered yet; nothing stays open then.
 */
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

/** Greeting, EHLO and, for `starttls`, the upgrade: without it the conversation does not go on. */
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
    // Destroyed, not ended: an end would flush what is left of a message after we have reported its failure.
    socketCloseTimeout: 0,
    maxResponseSize: MAX_REPLY_BYTES,
    ...(clientName === undefined ? {} : { name: clientName }),
  });
  // An idle connection may break at any time; without a listener that would end the process.
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

/**
 * Only now that the server's name has been verified: Node does not check the name again when a session is resumed, so none may
 * be kept from a handshake that was refused.
 */
function keepTlsSession(connection: SMTPConnection, { host, port }: SmtpSettings, tlsSessions: TlsSessions): void {
  const socket = connection._socket;
  if (!(socket instanceof TLSSocket)) throw new SmtpFailure({ stage: "tls", message: "TLS failed: not encrypted" });
  tlsSessions.follow(socket, host, port);
  // TLS 1.3 sends its sessions after the handshake: usually the first is here already.
  const session = socket.getSession();
  if (session) tlsSessions.keep(session, host, port);
}

function greetingFailure(error: unknown, attempt: Attempt): SmtpFailure {
  const said = smtpError(error);
  const { code, command, response, responseCode } = said;
  const isTls = attempt.stage() === "tls" || code === "ETLS" || command === "STARTTLS";
  const stage = isTls ? "tls" : "connect";
  const prefix = isTls ? "TLS failed" : "connection failed";
  // D21 names 5xx as final for RCPT, MAIL, DATA and authentication only: a server with a passing problem may greet with one.
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
