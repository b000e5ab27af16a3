import { type Message, PurgeQueueCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { ScanCommand } from "@aws-sdk/lib-dynamodb";
import type { MailOutcome } from "../../../shared/email/domain/mail.ts";
import { submitNotification } from "../../../shared/notifications/accept/submit-notification.ts";
import { readDeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { deliverNotification } from "../../../shared/notifications/deliver/deliver-notification.ts";
import type { Notification } from "../../../shared/notifications/domain/notification.ts";
import { giveUpNotification } from "../../../shared/notifications/sweep/give-up-notification.ts";
import { sweepNotifications } from "../../../shared/notifications/sweep/sweep-notifications.ts";
import { aSendingAccount } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { acceptAll, recordingMailer } from "../../support/recording-mailer.ts";
import { OWNER } from "../../support/some-edge-services.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";
import { faultEngines } from "./fault-engines.ts";
import type { Fault } from "./fault-plan.ts";
import { type FaultEnvironment, type FaultyProcess, faultyProcess, wellProcess } from "./faulty-process.ts";

const MINUTE_MS = 60_000;
/**
 * A round is a minute. All attempts of a mail, with their leases and the delay of the sweep, fit into this many rounds.
 */
const MAX_ROUNDS = 40;

export const aRequest = (recipient: string, body: string) => ({
  ...({ channel: "email", subject: "Hello" } as const),
  ...{ recipient, cc: [], bcc: [], variables: {}, body },
});

const deferral = (address: string): MailOutcome => ({
  kind: "answered",
  recipients: [{ address, result: "deferred", code: 451, text: "451 4.7.1 come back later" }],
});

/**
 * Returns a server that defers everybody called `later…` the first time, delays its answer to the first mail to
 * everybody called `slow…`, and records the accepted mails.
 */
function provider() {
  const taken: string[] = [];
  const known = new Set<string>();
  const waiting = new Map<string, () => void>();
  const mailer = recordingMailer(async (mail) => {
    const [to = ""] = mail.envelope;
    const isNew = !known.has(to);
    known.add(to);
    if (isNew && to.startsWith("later")) return deferral(to);
    taken.push(to);
    if (isNew && to.startsWith("slow")) await new Promise<void>((answered) => waiting.set(to, answered));
    return acceptAll(mail);
  });
  return {
    mailer,
    mailsTo: (to: string) => taken.filter((one) => one === to).length,
    isWaiting: (to: string) => waiting.has(to),
    answer: (to: string) => waiting.get(to)?.(),
  };
}

export type QueueOf = "delivery" | "delivery-dead-letters";

/** Contains everything that outlives a process, and runs processes. */
export async function faultWorld() {
  const engines = await faultEngines();
  const clock = fakeClock();
  const { mailer, mailsTo, isWaiting, answer } = provider();
  let delaySeconds = 0;
  const environment: FaultEnvironment = {
    engines,
    clock,
    provider: mailer,
    onDelay: (seconds) => {
      delaySeconds = Math.max(delaySeconds, seconds);
    },
  };
  const client = new SQSClient({ endpoint: engines.queue.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const start = (fault?: Fault): FaultyProcess => faultyProcess(environment, fault);
  const well = wellProcess(environment);
  const account = aSendingAccount({ owner: OWNER });
  const secret = await plainSecretBox().seal("password", { owner: OWNER, accountId: account.id });
  await well.sendingAccounts.create({ ...account, secret }, "take");

  const receive = async (queue: QueueOf, max = 1): Promise<Message[]> => {
    clock.advance(delaySeconds * 1000);
    delaySeconds = 0;
    const QueueUrl = engines.queue.queueUrl(queue);
    const { Messages = [] } = await client.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: max }));
    return Messages;
  };

  /**
   * Processes one message as a queue function and its host do, and throws if the queue has to deliver the message
   * again.
   */
  const take = async (process: FaultyProcess, queue: QueueOf, { Body = "", ReceiptHandle }: Message) => {
    const message = readDeliveryMessage(Body);
    if (message === undefined) throw new Error(`unreadable: ${Body}`);
    if (queue === "delivery") await deliverNotification(process.deliver, message);
    else await giveUpNotification(process.recovery, message);
    await process.forget(queue, ReceiptHandle);
  };

  const drain = async (): Promise<void> => {
    for (const queue of ["delivery", "delivery-dead-letters"] as const) {
      for (let batch = await receive(queue, 10); batch.length > 0; batch = await receive(queue, 10)) {
        for (const message of batch) await take(well, queue, message);
      }
    }
  };

  /**
   * Counts what a sweep would find now in all of its lists and shards. The index of the sweep contains nothing else.
   */
  const due = async (): Promise<number> => {
    const { Count = 0 } = await engines.tables.send(
      new ScanCommand({
        ...{ TableName: "Notifications", IndexName: "due", Select: "COUNT", FilterExpression: "dueAt <= :now" },
        ExpressionAttributeValues: { ":now": clock.now() },
      }),
    );
    return Count;
  };

  return {
    clock,
    start,
    well,
    mailsTo,
    isWaiting,
    answer,
    receive,
    take,
    drain,
    tables: engines.tables,
    /** Makes a healthy process accept a mail, whose message is then on the queue. */
    async accepted(recipient: string, body = "Good morning."): Promise<string> {
      const id = well.deliver.identifiers.newId();
      await submitNotification(well.submit, { owner: OWNER, id, caller: {} }, aRequest(recipient, body));
      return id;
    },
    /** Deletes everything on the delivery queue. */
    async loseMessages(): Promise<void> {
      await client.send(new PurgeQueueCommand({ QueueUrl: engines.queue.queueUrl("delivery") }));
    },
    /**
     * Advances the clock minute by minute and makes healthy processes work until nothing is left to do, and then for
     * another day of the clock.
     */
    async settle(id: string): Promise<Notification | undefined> {
      const isOver = (one: Notification | undefined) => one === undefined || ["sent", "failed"].includes(one.status);
      await drain();
      for (let round = 0; round < MAX_ROUNDS; round++) {
        if (isOver(await well.notifications.get(OWNER, id))) break;
        clock.advance(MINUTE_MS);
        // A sweep that finds nothing asks every shard and changes nothing, so it is skipped.
        if ((await due()) > 0) await sweepNotifications(well.recovery);
        await drain();
      }
      return well.notifications.get(OWNER, id);
    },
    /** Counts notifications that the sweep would still find a day later, and messages on either queue. */
    async leftOver(): Promise<{ due: number; messages: number }> {
      const messages = engines.queue.depth("delivery") + engines.queue.depth("delivery-dead-letters");
      clock.advance(24 * 60 * MINUTE_MS);
      return { due: await due(), messages };
    },
    async close(): Promise<void> {
      client.destroy();
      well.end();
      await engines.close();
    },
  };
}
export type FaultWorld = Awaited<ReturnType<typeof faultWorld>>;
