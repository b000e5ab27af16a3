import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as z from "zod";
import { openCertificateAuthority } from "../../local/certificate-authority.ts";
import { cursorKey, openDataFolder, sealKeyFile } from "../../local/data-folder.ts";
import { demoOwners } from "../../local/demo-owners.ts";
import { CONTENT_BUCKET, RETURNED_MAIL_BUCKET, startEngines } from "../../local/engines.ts";
import { functionEnvironment } from "../../local/environment.ts";
import { readLocalSettings } from "../../local/local-settings.ts";
import { startMailbox } from "../../local/world/mailbox/start-mailbox.ts";

const NOWHERE = "http://127.0.0.1:9";
const RECEIVE_AT_ONCE = 10;
const RECEIVE_WAIT_SECONDS = 5;
const REQUEST_TIMEOUT_MS = 10_000;

export interface Services {
  /** A deployment sets these variables for its functions. */
  readonly environment: Readonly<Record<string, string>>;
  readonly apiKey: string;
  /** Removes this many messages from the delivery queue and returns their bodies. */
  takeDeliveries(count: number): Promise<string[]>;
  /** Returns how many mails the mailbox has, at most 1,000, and removes them. */
  takeMails(): Promise<number>;
  close(): Promise<void>;
}

/** Starts everything that the functions for email use, but nothing that calls them. */
export async function startServices(): Promise<Services> {
  const path = mkdtempSync(join(tmpdir(), "herald-lambda-"));
  const folder = openDataFolder(path);
  const settings = readLocalSettings({
    HERALD_DATA_DIR: path,
    HERALD_RATE_REFILL: "100000",
    HERALD_RATE_BURST: "1000000",
  });
  const [engines, authority] = await Promise.all([
    startEngines({ folder, onFailure: fail }),
    openCertificateAuthority(folder.file("authority")),
  ]);
  const authorityFile = folder.file("authority.pem");
  writeFileSync(authorityFile, authority.certificatePem);
  const mailbox = await startMailbox({ httpPort: 0, smtpPort: 0, dataDir: path, keep: 10_000, authority });
  const environment = functionEnvironment(settings, {
    tableEndpoint: engines.table.endpoint,
    queueEndpoint: engines.queue.endpoint,
    objectEndpoint: engines.object.endpoint,
    chatProviderEndpoint: NOWHERE,
    topicArn: "arn:aws:sns:us-east-1:000000000000:none",
    topicOrigin: NOWHERE,
    inboundMessageQueueUrl: engines.queueUrl("inbound-messages"),
    chatEventQueueUrl: engines.queueUrl("chat-events"),
    returnedMailQueueUrl: engines.queueUrl("returned-mail"),
    deliveryQueueUrl: engines.queueUrl("delivery"),
    announcementDeadLettersUrl: engines.queueUrl("announcement-dead-letters"),
    webhookQueueUrl: engines.queueUrl("webhooks"),
    sandboxQueueUrl: engines.queueUrl("sandbox"),
    contentBucket: CONTENT_BUCKET,
    returnedMailBucket: RETURNED_MAIL_BUCKET,
    sealKeyFile: sealKeyFile(folder),
    cursorKey: cursorKey(sealKeyFile(folder)),
    issuer: NOWHERE,
    authorityFile,
  });
  Object.assign(process.env, environment);
  const { demo } = await demoOwners(folder, mailbox.smtpPort);
  return {
    environment,
    apiKey: demo.api_key,
    takeMails: () => takeMails(mailbox.url),
    takeDeliveries: (count) => take(engines.queue, count),
    async close() {
      await Promise.all([mailbox.close(), engines.close()]);
      folder.unlock();
      rmSync(path, { recursive: true, force: true });
    },
  };
}

const fail = (what: string): never => {
  throw new Error(what);
};

async function takeMails(mailbox: string): Promise<number> {
  const limits = { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) };
  const answer = await fetch(`${mailbox}/api/messages?limit=1000`, limits);
  const { messages } = z.object({ messages: z.array(z.unknown()) }).parse(await answer.json());
  await fetch(`${mailbox}/api/messages`, { method: "DELETE", ...limits });
  return messages.length;
}

async function take(queue: Awaited<ReturnType<typeof startEngines>>["queue"], count: number): Promise<string[]> {
  const bodies: string[] = [];
  const { signal } = new AbortController();
  while (bodies.length < count) {
    const max = Math.min(RECEIVE_AT_ONCE, count - bodies.length);
    const messages = await queue.receive("delivery", { max, waitSeconds: RECEIVE_WAIT_SECONDS, signal });
    if (messages.length === 0) throw new Error(`${bodies.length} of ${count} messages on the queue`);
    bodies.push(...messages.map(({ Body }) => Body));
    await queue.remove(
      "delivery",
      messages.map(({ ReceiptHandle }) => ReceiptHandle),
    );
  }
  return bodies;
}
