import { setTimeout as pause } from "node:timers/promises";
import { afterEach, describe, expect, it } from "vitest";
import { ConnectionAllowances } from "../../../shared/email/domain/connection-allowance.ts";
import type { SmtpSettings } from "../../../shared/email/domain/sending-account.ts";
import { SmtpMailer } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import {
  type AccountLimiter,
  type Admission,
  accountLimiter,
} from "../../../shared/notifications/deliver/account-limiter.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";
import { type Load, type Reply, type RudeScript, rudeSmtpServer, SILENCE } from "../../support/rude-smtp-server.ts";
import { testCertificates } from "../../support/test-certificates.ts";

const { authority, server: certificate } = testCertificates();
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

const MAILS = 300;
/** A worker handles this many messages at once. */
const AT_ONCE = 10;
const TAKES_MS = 20;
/** The server allows this many connections at once. */
const LIMIT = 3;
const TAKEN: Reply = { say: "250 2.0.0 ok", afterMs: TAKES_MS };
const inItsTime = (say: string): Reply => ({ say, afterMs: TAKES_MS });
const MICROSOFT = "432 4.3.2 Concurrent connections limit exceeded. Visit https://aka.ms/concurrent_sending";
const AMAZON = "454 Throttling failure: Maximum sending rate exceeded.";

/** Contains a script, and the number of refusals by it so far. */
interface Steady {
  readonly script: RudeScript;
  readonly settings?: Partial<SmtpSettings>;
  readonly refusals?: () => number;
}

const surplus = (refusal: Reply): Steady => ({ script: { maxConnections: LIMIT, refusal, end: TAKEN } });

/** Returns a script that refuses mails for as long as the predicate is true. */
function refusing(say: string, isTooMuch: (load: Load) => boolean): Steady {
  let refusals = 0;
  const end = (load: Load): Reply => {
    if (!isTooMuch(load)) return TAKEN;
    refusals += 1;
    return inItsTime(say);
  };
  return { script: { end }, refusals: () => refusals };
}

/**
 * Returns a script that refuses a mail while the server processes two others, which is as many as two connections
 * bring.
 */
function throttling(): Steady {
  let inHand = 0;
  return refusing(AMAZON, () => {
    if (inHand === 2) return true;
    inHand += 1;
    setTimeout(() => {
      inHand -= 1;
    }, TAKES_MS);
    return false;
  });
}

function cutAtMail(): Steady {
  let refusals = 0;
  const mail = (_: number, { openAtFirst }: Load): Reply | undefined => {
    if (openAtFirst <= LIMIT) return undefined;
    refusals += 1;
    return { hangUp: "reset" };
  };
  return { script: { mail, end: TAKEN }, refusals: () => refusals };
}

/** Makes the first attempts of many mails of one account, as a worker does. */
async function firstPass({ script, settings }: Steady) {
  const server = await rudeSmtpServer(script);
  const allowances = new ConnectionAllowances(() => performance.now());
  const mailer = new SmtpMailer({
    allowances,
    guard: addressGuard({ allow: ["127.0.0.0/8"] }),
    extraAuthorities: [authority],
    // A busy machine may delay a greeting. A greeting within these 2 s does not count as a refusal.
    timeouts: { connectMs: 5000, greetingMs: 2000 },
  });
  open.push({ close: () => mailer.closeAll() }, { close: () => server.close() });
  const limiter = accountLimiter({
    ...{ allowances, maxWaitMs: 60_000, clock: systemClock },
  });
  const route = aRoute(server.port, settings);
  const causes: string[] = [];
  const deliver = async () => {
    const admission = await admitted(limiter, route.accountId);
    if (!(await admission.acquire())) throw new Error("the limiter sent a mail back");
    const outcome = await mailer.send(route, aMail(), 30_000).finally(admission.release);
    if (outcome.kind === "failed") causes.push(outcome.cause);
  };
  let left = MAILS;
  const works = async () => {
    while (left > 0) {
      left -= 1;
      await deliver();
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, works));
  return { causes, taken: server.accepted.length, mostOpen: server.mostOpen };
}

/** Asks for an admission until it gets one, because the account earns its connections one by one. */
async function admitted(limiter: AccountLimiter, accountId: string): Promise<Admission> {
  for (let tries = 0; tries < 6000; tries++) {
    const admission = limiter.admit(accountId) ?? (await limiter.admitSoon(accountId));
    if (admission !== undefined) return admission;
    await pause(10);
  }
  throw new Error("the limiter has had no room for a minute");
}

describe("the first attempts of a backlog at a server that allows three connections (W-connections)", () => {
  it.each<readonly [string, () => Steady]>([
    ["greets the others with 421", () => surplus("421 4.7.0 Too many concurrent SMTP connections")],
    ["greets the others with 554", () => surplus("554 5.7.1 too many connections from your host")],
    ["closes the others without a word", () => surplus({ hangUp: "close" })],
    ["resets the others", () => surplus({ hangUp: "reset" })],
    ["leaves the others without a greeting", () => surplus(SILENCE)],
    [
      "resets the others at TLS",
      () => ({
        script: { ...surplus({ hangUp: "reset" }).script, encryption: "implicit", certificate },
        settings: { encryption: "tls" },
      }),
    ],
    ["cuts the others at MAIL", cutAtMail],
    ["says 432 after every content while there are more", () => refusing(MICROSOFT, ({ open: all }) => all > LIMIT)],
    ["says 432 to the others only", () => refusing(MICROSOFT, ({ openAtFirst }) => openAtFirst > LIMIT)],
    ["throttles what more of them bring", throttling],
  ])("it %s: nearly all mails are sent", async (_, steady) => {
    const server = steady();
    const { causes, taken, mostOpen } = await firstPass(server);
    expect(server.refusals?.() ?? mostOpen - LIMIT).toBeGreaterThan(0);
    expect(taken + causes.length).toBe(MAILS);
    expect(taken).toBeGreaterThanOrEqual(0.95 * MAILS);
  });
});
