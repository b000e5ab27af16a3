import type { SQSEvent, SQSRecord } from "aws-lambda";
import { afterEach, describe, expect, it } from "vitest";
import { jsonMessage } from "../../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../../shared/edge/background/queue-function.ts";
import { ConnectionAllowances } from "../../../shared/email/domain/connection-allowance.ts";
import { emailOutlet } from "../../../shared/email/email-channel.ts";
import { SmtpMailer } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { type DeliveryMessage, deliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { AccountBacklog } from "../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../shared/notifications/deliver/account-limiter.ts";
import { deliverOrNoteCrash } from "../../../shared/notifications/deliver/deliver-or-note-crash.ts";
import { aContext } from "../../support/an-event.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail, aSendingAccount } from "../../support/builders.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryDeliveryQueue } from "../../support/in-memory-delivery-queue.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { inMemorySendingAccountStore } from "../../support/in-memory-sending-account-store.ts";
import { inMemorySuppressions } from "../../support/in-memory-suppressions.ts";
import { aRecord, nameServer } from "../../support/name-server.ts";
import { noChatOutlet } from "../../support/no-chat.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { rudeSmtpServer } from "../../support/rude-smtp-server.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const BATCH = 10;
const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const { close } of open.splice(0)) await close();
});

/**
 * Creates a worker with the real mailer. Its name server never answers for names below `hole.test`, and leads all
 * others to one server.
 */
async function worker() {
  const [names, server] = await Promise.all([
    nameServer(({ name }) => (name.endsWith("hole.test") ? "silence" : [aRecord("127.0.0.1")])),
    rudeSmtpServer({}),
  ]);
  const [clock, identifiers, secretBox] = [systemClock, sequentialIdentifiers(), plainSecretBox()];
  const [log, metrics] = [silentLog, countingMetrics()];
  const allowances = new ConnectionAllowances(() => performance.now());
  const guard = addressGuard({ allow: ["127.0.0.0/8"], servers: [names.address], timeoutMs: 2_000 });
  const mailer = new SmtpMailer({ allowances, guard });
  open.push(names, { close: () => mailer.closeAll() }, { close: () => server.close() });
  const notifications = inMemoryNotificationStore({ clock });
  const sendingAccounts = inMemorySendingAccountStore();
  const deliveryQueue = inMemoryDeliveryQueue();
  const email = emailOutlet({
    ...{ ...inMemoryMailFiles(), sendingAccounts, notifications, secretBox, mailer, clock, log, identifiers },
    suppressions: inMemorySuppressions(),
  });
  const deps = {
    ...{ notifications, deliveryQueue, clock, identifiers, log, metrics },
    ...{ backoffBaseSeconds: 30, pause: async () => undefined },
    backlog: new AccountBacklog({ notifications, clock, log: silentLog }),
    limiter: accountLimiter({ allowances, maxWaitMs: 2_000, clock }),
    channels: { email, chat: noChatOutlet },
  };
  const handler = queueFunction(jsonMessage(deliveryMessage), deliverOrNoteCrash, () => deps);

  /** Makes mails of a new account at this host, as messages on the queue. */
  async function accepted(owner: ReturnType<typeof anOwner>, host: string, count: number): Promise<DeliveryMessage[]> {
    const accountId = crypto.randomUUID();
    const secret = await secretBox.seal("", { owner, accountId });
    const settings = { provider: "smtp", host, port: server.port, encryption: "none" } as const;
    await sendingAccounts.create(aSendingAccount({ owner, id: accountId, secret, settings }), "keep");
    const mails = Array.from({ length: count }, () => aNotification({ owner, accountId }));
    for (const mail of mails) await notifications.add(mail, anEmail());
    return mails.map(({ id }) => ({ owner, id, accountId }));
  }

  const deliver = (messages: readonly DeliveryMessage[]) => {
    const Records = messages.map(
      (message, i) => ({ messageId: String(i), body: JSON.stringify(message) }) as SQSRecord,
    );
    return handler({ Records } satisfies SQSEvent, aContext);
  };
  const stateOf = async ({ owner, id }: DeliveryMessage) => {
    const found = await notifications.get(owner, id);
    return [found?.status, found?.attempts, found?.lastError];
  };
  return { server, accepted, deliver, stateOf };
}

describe("a worker whose batches hold mails for names that nobody answers", () => {
  it("sends another owner's mails at once and at the first attempt, and counts none for a look-up that waited", async () => {
    const { server, accepted, deliver, stateOf } = await worker();
    const [loud, quiet] = [anOwner(), anOwner()];
    const perHost = await Promise.all(Array.from({ length: 8 }, (_, i) => accepted(loud, `h${i}.hole.test`, 10)));
    const lost = perHost.flat();
    const good = await accepted(quiet, "mail.good.test", 8);
    // Each batch ends with a mail of the other owner.
    const batches = good.map((one, i) => [...lost.slice(i * (BATCH - 1), (i + 1) * (BATCH - 1)), one]);
    const delivered = Promise.all(batches.map(deliver));
    await expect.poll(() => server.accepted.length, { timeout: 30_000, interval: 5 }).toBe(good.length);
    // No look-up has been given up before the good mails are delivered.
    const meanwhile = await Promise.all(lost.map(stateOf));
    expect(meanwhile.every(([, , lastError]) => lastError === undefined)).toBe(true);
    expect(await delivered).toEqual(batches.map(() => ({ batchItemFailures: [] })));
    expect(await Promise.all(good.map(stateOf))).toEqual(good.map(() => ["sent", 1, undefined]));
    const ends = await Promise.all(batches.flatMap((batch) => batch.slice(0, -1)).map(stateOf));
    const tried = ends.filter(([, attempts]) => attempts !== 0);
    expect(tried.length).toBeGreaterThanOrEqual(4);
    for (const end of tried)
      expect(end).toEqual(["pending", 1, expect.stringMatching(/^h\d\.hole\.test could not be resolved within/)]);
    const waited = ends.filter(([, attempts]) => attempts === 0);
    expect(waited.length).toBeGreaterThanOrEqual(4);
    for (const end of waited) expect(end).toEqual(["pending", 0, undefined]);
  });
});
