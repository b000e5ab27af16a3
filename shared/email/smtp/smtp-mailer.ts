import type { AddressGuard } from "../../kernel/network/address-guard.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import { type OwnerTurns, ownerTurns, TurnPostponedError } from "../../kernel/network/owner-turns.ts";
import { trust } from "../../kernel/network/trust.ts";
import { ConnectionAllowances } from "../domain/connection-allowance.ts";
import type { Mail, MailOutcome } from "../domain/mail.ts";
import type { SmtpSettings } from "../domain/sending-account.ts";
import type { Mailer, MailRoute } from "../ports.ts";
import type { AccountPool, PoolLimits } from "./account-pool.ts";
import { type Attempt, newAttempt } from "./attempt.ts";
import type { ReadFile } from "./message-pieces.ts";
import { messageSource, messageWithFiles, wireAddress } from "./message-source.ts";
import { UnsendableMailError } from "./own-headers.ts";
import { SmtpFailure } from "./smtp-failure.ts";
import { CLOSING } from "./smtp-objection.ts";
import { deliveredOutcome, failedOutcome, refusedByAll } from "./smtp-outcome.ts";
import { SmtpPools } from "./smtp-pools.ts";
import { deliveryFailure, type OutgoingMessage, type SmtpSession } from "./smtp-session.ts";
import { SMTP_TIMEOUTS, type SmtpTimeouts } from "./smtp-timeouts.ts";
import { TlsSessions } from "./tls-sessions.ts";
import { isUtf8, mailInAscii, withLeftOut } from "./utf8-addresses.ts";

export interface SmtpMailerOptions {
  readonly guard: AddressGuard;
  /** Certificates of authorities (PEM) that are trusted in addition to Node's own. */
  readonly extraAuthorities?: readonly string[];
  /** `readFile` reads the files that are stored. */
  readonly readFile?: ReadFile;
  /** `allowances` say how many connections each account may have at the moment. */
  readonly allowances?: ConnectionAllowances;
  readonly maxMailsPerConnection?: number;
  readonly maxAccounts?: number;
  readonly timeouts?: Partial<SmtpTimeouts>;
  readonly clientName?: string;
  readonly turns?: OwnerTurns;
  readonly now?: () => number;
}

/** One owner opens at most this many connections at once. A server that is well answers within a fraction of a second. */
const OPENING_AT_ONCE = 8;

/** Sends by SMTP over its own pooled connections. One `send` writes a mail's content at most once. */
export class SmtpMailer implements Mailer<SmtpSettings> {
  readonly #pools: SmtpPools;
  readonly #now: () => number;
  readonly #readFile: ReadFile;

  constructor(options: SmtpMailerOptions) {
    const timeouts = { ...SMTP_TIMEOUTS, ...options.timeouts };
    const now = options.now ?? (() => performance.now());
    const limits: PoolLimits = {
      maxDeliveries: options.maxMailsPerConnection ?? 100,
      idleMs: timeouts.idleMs,
      checkMs: timeouts.checkMs,
      now,
    };
    const { guard, clientName } = options;
    const dialing = {
      guard,
      clientName,
      timeouts,
      turns: options.turns ?? ownerTurns({ atOnce: OPENING_AT_ONCE }),
      secureContext: trust(options.extraAuthorities),
      tlsSessions: new TlsSessions(),
    };
    const { maxAccounts = 50, allowances = new ConnectionAllowances(now) } = options;
    this.#now = now;
    this.#readFile = options.readFile ?? noFiles;
    this.#pools = new SmtpPools({ dialing, limits, maxAccounts, allowances });
  }

  async send(route: MailRoute<SmtpSettings>, mail: Mail, timeoutMs: number): Promise<MailOutcome> {
    let attempt: Attempt | undefined;
    const work = async (signal: AbortSignal) => {
      attempt = newAttempt(signal, route.onStage);
      return this.#attempt(route, mail, attempt);
    };
    const late = () => {
      const message = `no answer from the server within ${timeoutMs} ms`;
      const { stage, hasLeft: isInDoubt = false } = attempt ?? {};
      const failure = new SmtpFailure({ stage: stage?.() ?? "resolve", message, isInDoubt });
      return failedOutcome(failure, route, { mail, refusals: attempt?.refusedRecipients() ?? [] });
    };
    return withinDeadline(timeoutMs, work, late);
  }

  /** `closeAll` closes idle connections now, and the others after their mail. */
  closeAll(): void {
    this.#pools.closeAll();
  }

  async #attempt(route: MailRoute<SmtpSettings>, mail: Mail, attempt: Attempt): Promise<MailOutcome> {
    try {
      const { attachments: files = [] } = mail;
      const outgoing = {
        from: wireAddress(mail.envelopeSender ?? mail.from.address),
        to: mail.envelope.map(wireAddress),
        source: files.length > 0 ? messageWithFiles(mail, files) : await messageSource(mail),
        readFile: this.#readFile,
        isUtf8: isUtf8(mail),
      };
      return await this.#deliver({ route, mail, outgoing, attempt });
    } catch (error) {
      if (error instanceof SmtpFailure)
        return failedOutcome(error, route, { mail, refusals: attempt.refusedRecipients() });
      if (error instanceof TurnPostponedError)
        return { kind: "postponed", retryInSeconds: error.retryInSeconds, cause: error.message };
      if (!(error instanceof UnsendableMailError)) throw error;
      const failure = new SmtpFailure({ stage: "content", message: error.message, isTerminal: true });
      return failedOutcome(failure, route, { mail, refusals: [] });
    }
  }

  async #deliver(delivery: Delivery): Promise<MailOutcome> {
    const pool = this.#pools.of(delivery.route);
    for (let isFirst = true; ; isFirst = false) {
      const session = await pool.acquire(delivery.attempt);
      const link = { pool, session, sinceMs: this.#now(), isReplaceable: isFirst && session.deliveries > 0 };
      try {
        return await deliverOver(link, delivery);
      } catch (error) {
        // The loop ends, because only the first connection is replaced without a limit, and the pool counts the refusals of the others.
        if (!(error instanceof ForAnotherConnection)) throw error;
      }
    }
  }
}

const noFiles: ReadFile = () => Promise.reject(new Error("no files are stored here"));

/** Throws ForAnotherConnection when the mail's content could not begin to leave over this connection. */
async function deliverOver(link: Link, delivery: Delivery): Promise<MailOutcome> {
  const { pool, session } = link;
  try {
    return withLeftOut(await converse(link, fitting(session, delivery)), delivery.mail);
  } finally {
    pool.release(session);
  }
}

/** Leaves out recipients whose addresses the server cannot take, when it does not offer SMTPUTF8. */
function fitting({ takesUtf8 }: SmtpSession, delivery: Delivery): Delivery {
  const { outgoing } = delivery;
  if (takesUtf8 || !outgoing.isUtf8) return delivery;
  const mail = mailInAscii(delivery.mail);
  return { ...delivery, mail, outgoing: { ...outgoing, to: mail.envelope.map(wireAddress), isUtf8: false } };
}

async function converse(link: Link, delivery: Delivery): Promise<MailOutcome> {
  const { route, mail, outgoing, attempt } = delivery;
  try {
    return deliveredOutcome(await link.session.deliver(outgoing, attempt), mail, route);
  } catch (error) {
    return refusals(error, link, delivery);
  }
}

/** Returns the outcome when the server refused all recipients; throws every other error again. */
function refusals(
  error: unknown,
  { pool, session, sinceMs, isReplaceable }: Link,
  { route, mail, attempt }: Delivery,
): MailOutcome {
  const failure = deliveryFailure(error, attempt);
  if (isReplaceable && isGone(failure)) throw new ForAnotherConnection();
  if (pool.refused(session, { failure, sinceMs }, attempt)) throw new ForAnotherConnection();
  const refused = refusedByAll(error, mail, route);
  if (refused) return refused;
  throw failure;
}

/** Thrown when another connection may take the mail, because nothing of its content has left over this one. */
class ForAnotherConnection extends Error {
  override readonly name = "ForAnotherConnection";
}

/** `isGone` is true when the server has closed the connection, or is about to, so that MAIL FROM fails. */
const isGone = ({ stage, code }: SmtpFailure): boolean =>
  stage === "sender" && (code === undefined || code === CLOSING);

interface Link {
  readonly pool: AccountPool;
  readonly session: SmtpSession;
  /** The monotonic millisecond at which the connection was given out. */
  readonly sinceMs: number;
  /** True for the attempt's first connection if it has carried mails before. If the server ends it, another connection may take the mail. */
  readonly isReplaceable: boolean;
}

interface Delivery {
  readonly route: MailRoute<SmtpSettings>;
  readonly mail: Mail;
  readonly outgoing: OutgoingMessage;
  readonly attempt: Attempt;
}
