import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { DeleteMessageBatchCommand, ReceiveMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type QueueEngine, startQueueEngine } from "../../local/aws/queue/queue-engine.ts";
import { CONTENT_CODECS } from "../../shared/channels/content-wiring.ts";
import type { Route } from "../../shared/edge/contract/route.ts";
import { DynamoIdempotencyStore } from "../../shared/edge/dynamo/idempotency-store.ts";
import { DynamoRateLimiter } from "../../shared/edge/dynamo/rate-limiter.ts";
import { DynamoTestClocks } from "../../shared/edge/dynamo/test-clocks.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { ownersTime } from "../../shared/edge/owners-time.ts";
import { DynamoEmailTemplateStore } from "../../shared/email/dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "../../shared/email/dynamo/sending-account-store.ts";
import { emailIntake, emailOutlet } from "../../shared/email/email-channel.ts";
import { SandboxMailer } from "../../shared/email/sandbox/sandbox-mailer.ts";
import { templateCache } from "../../shared/go-template/template-cache.ts";
import type { BlobStore } from "../../shared/kernel/blob-store.ts";
import type { KeyTerms } from "../../shared/kernel/key-terms.ts";
import { systemClock } from "../../shared/kernel/system-clock.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";
import { testOwnerOf } from "../../shared/kernel/test-mode.ts";
import { createApiKey } from "../../shared/keys/create-api-key.ts";
import { DynamoApiKeyStore } from "../../shared/keys/dynamo/api-key-store.ts";
import { DynamoDailyCounts } from "../../shared/keys/dynamo/daily-counts.ts";
import { findKeyOwner } from "../../shared/keys/find-key-owner.ts";
import { shownToKey } from "../../shared/notifications/accept/judge-repeat.ts";
import { submitBatch } from "../../shared/notifications/accept/submit-batch.ts";
import { submitNotification, submittedBefore } from "../../shared/notifications/accept/submit-notification.ts";
import {
  createNotificationBatch,
  readBatchItem,
  refusedBatch,
  toBatchResult,
} from "../../shared/notifications/contract/batch.ts";
import { readDeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { createNotification, toNotificationView } from "../../shared/notifications/contract/notifications.ts";
import { AccountBacklog } from "../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../shared/notifications/deliver/account-limiter.ts";
import { deliverNotification } from "../../shared/notifications/deliver/deliver-notification.ts";
import { DynamoCountedNotifications } from "../../shared/notifications/dynamo/counted-notifications.ts";
import { DynamoNotificationStore } from "../../shared/notifications/dynamo/notification-store.ts";
import { SqsDeliveryQueue } from "../../shared/notifications/sqs/delivery-queue.ts";
import { DynamoSandboxMails } from "../../shared/sandbox/dynamo/sandbox-mails.ts";
import { DynamoSuppressionStore } from "../../shared/suppressions/dynamo/suppression-store.ts";
import { aContext, anEvent } from "./an-event.ts";
import { anOwner } from "./an-owner.ts";
import { aSendingAccount } from "./builders.ts";
import { type Costs, costMeter } from "./cost-meter.ts";
import { fixedAllowances } from "./fixed-allowances.ts";
import { inMemoryMailFiles } from "./in-memory-attachments.ts";
import { inMemoryUnsubscribeLinks } from "./in-memory-suppressions.ts";
import { meteredChat } from "./metered-chat.ts";
import { plainSecretBox } from "./plain-secret-box.ts";
import { recordingMailer } from "./recording-mailer.ts";
import { countingMetrics, silentLog } from "./silent-telemetry.ts";
import { CREDENTIALS, type TableFixture, tableFixture } from "./table-fixture.ts";

const OWNER = anOwner("auth0|0123456789abcdef01234567");
/** The number of messages that a worker gets at once. */
export const BATCH = 10;

export interface MeteredEngines {
  readonly fixture: TableFixture;
  readonly engine: QueueEngine;
  close(): Promise<void>;
}

export async function meteredEngines(): Promise<MeteredEngines> {
  const fixture = await tableFixture();
  const folder = await mkdtemp(join(tmpdir(), "herald-costs-"));
  const queues = [{ name: "delivery", visibilityTimeoutSeconds: 30 }];
  const engine = await startQueueEngine({ port: 0, file: join(folder, "queues.db"), queues });
  const close = async () => {
    await Promise.all([fixture.close(), engine.close()]);
    await rm(folder, { recursive: true, force: true });
  };
  return { fixture, engine, close };
}

/** Builds the service with real adapters whose costs are counted. Only the mailer is a double. */
export async function meteredService({ fixture, engine }: MeteredEngines, blobStore?: BlobStore, terms: KeyTerms = {}) {
  const base = new DynamoDBClient({ endpoint: fixture.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const sqs = new SQSClient({ endpoint: engine.endpoint, region: "us-east-1", credentials: CREDENTIALS });
  const costs = costMeter(base, sqs);
  const basics = { clock: systemClock, identifiers: systemIdentifiers, log: silentLog, metrics: countingMetrics() };
  const sendingAccounts = new DynamoSendingAccountStore(client, "Config");
  const blobs = async () => {
    if (blobStore === undefined) throw new Error("this content is small");
    return blobStore;
  };
  const emailTemplates = new DynamoEmailTemplateStore(client, { table: "Config", blobs });
  const stored = {
    codecs: CONTENT_CODECS,
    table: "Notifications",
    leaseMs: 90_000,
    clock: systemClock,
    contentKeptDays: 7,
    recordKeptDays: 90,
    blobs,
  };
  const notifications = new DynamoNotificationStore(client, stored);
  const counts = new DynamoDailyCounts(client, "ApiKeys");
  const countedNotifications = new DynamoCountedNotifications(client, { ...stored, counts });
  const deliveryQueue = new SqsDeliveryQueue(sqs, engine.queueUrl("delivery"));
  const apiKeys = new DynamoApiKeyStore(client, "ApiKeys");
  const secretBox = plainSecretBox();
  const mailer = recordingMailer();
  const holder = terms.mode === "test" ? testOwnerOf(OWNER) : OWNER;
  const testClocks = new DynamoTestClocks(client, "Config");
  const sandbox = new SandboxMailer({
    ...basics,
    sandboxMails: new DynamoSandboxMails(client, { table: "Events", clock: systemClock, blobs }),
    readFile: () => Promise.reject(new Error("these mails have no files")),
  });
  const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 100_000 }, systemIdentifiers.hash);
  const intake = emailIntake({
    ...{ ...inMemoryMailFiles(), ...basics, sendingAccounts, parseTemplate },
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
    emailTemplates,
  });
  const chat = await meteredChat({ client, ...basics, notifications, owner: holder });
  const submit = {
    ...basics,
    notifications,
    countedNotifications,
    deliveryQueue,
    channels: { email: intake, chat: chat.intake },
    channelsOfBatch: () => ({ email: intake, chat: chat.intake }),
  };
  const deliver = {
    ...basics,
    notifications,
    deliveryQueue,
    backlog: new AccountBacklog({ ...basics, notifications }),
    limiter: accountLimiter({ allowances: fixedAllowances(BATCH), maxWaitMs: 5000, ...basics }),
    backoffBaseSeconds: 30,
    pause: async () => undefined,
    channels: {
      email: emailOutlet({
        ...{ ...inMemoryMailFiles(), ...basics, sendingAccounts, notifications, secretBox },
        mailer: holder === OWNER ? mailer : sandbox,
        suppressions: new DynamoSuppressionStore(client, "Config"),
      }),
      chat: chat.outlet,
    },
  };
  const policy = { refillPerSecond: 1000, burst: 1000 };
  const rateLimiter = new DynamoRateLimiter(client, { table: "Ephemeral", policy, ...basics });
  const services = {
    ...basics,
    inOwnTime: ownersTime((owner) => testClocks.of(owner)),
    ownerOfKey: (bearer: string | undefined) => findKeyOwner({ ...basics, apiKeys }, bearer),
    rateLimiter,
    panelRateLimiter: rateLimiter,
    idempotency: new DynamoIdempotencyStore(client, { table: "Ephemeral", clock: systemClock }),
    requiredScope: "notifications",
    originSecrets: [],
  };
  const handler = httpFunction(
    () => services,
    [
      operation(
        createNotification,
        async (deps, { owner, key: callingKey, body, caller, reservedId, isRepeat }) =>
          toNotificationView(
            await submitNotification(
              deps,
              { owner, id: reservedId ?? deps.identifiers.newId(), isRepeat, caller, callingKey },
              body,
            ),
          ),
        () => submit,
        {
          again: async (deps, { owner, body }, id) => {
            const before = await submittedBefore(deps, { owner, id }, body);
            return before && toNotificationView(before);
          },
          shown: shownToKey(({ id }: { readonly id: string }) => id),
        },
      ),
      operation(
        createNotificationBatch,
        async (deps, { owner, key: callingKey, body, caller, reservedId, isRepeat }) => {
          const outcome = await submitBatch(deps, {
            ...{
              owner,
              id: reservedId ?? deps.identifiers.newId(),
              isRepeat,
              isAtomic: body.atomic,
              caller,
              callingKey,
            },
            readItems: body.notifications.map((item) => async () => readBatchItem(item)),
          });
          if (outcome.isRefused) throw refusedBatch(outcome.items);
          return { results: outcome.results.map(toBatchResult) };
        },
        () => submit,
      ),
    ],
  );

  const account = aSendingAccount({ owner: holder, isDefault: true });
  const secret = await secretBox.seal("password", { owner: holder, accountId: account.id });
  await sendingAccounts.create({ ...account, secret }, "take");
  const { text: key } = await createApiKey({ apiKeys, ...basics }, OWNER, { name: "Shop", ...terms });
  const ask = async (route: Route, body: object, headers: Record<string, string>) => {
    const event = anEvent(route, { headers: { authorization: `Bearer ${key}`, ...headers }, body });
    const { statusCode } = await handler(event, aContext);
    if (statusCode !== 202) throw new Error(`not accepted: ${statusCode}`);
  };
  const accept = (body: object, headers: Record<string, string> = {}) => ask(createNotification, body, headers);
  const acceptBatch = (body: object, headers: Record<string, string> = {}) =>
    ask(createNotificationBatch, body, headers);
  const QueueUrl = engine.queueUrl("delivery");
  const inOwnTime = ownersTime((owner) => testClocks.find(owner));
  /** Does the work of Lambda's event source mapping for one batch. */
  const deliverBatch = async () => {
    const { Messages = [] } = await sqs.send(new ReceiveMessageCommand({ QueueUrl, MaxNumberOfMessages: BATCH }));
    await Promise.all(
      Messages.map(async ({ Body = "" }) => {
        const message = readDeliveryMessage(Body);
        if (message) await inOwnTime(message.owner, () => deliverNotification(deliver, message));
      }),
    );
    const Entries = Messages.map(({ ReceiptHandle }, i) => ({ Id: String(i), ReceiptHandle }));
    await sqs.send(new DeleteMessageBatchCommand({ QueueUrl, Entries }));
  };
  const close = () => {
    base.destroy();
    sqs.destroy();
  };
  return { owner: holder, accept, acceptBatch, deliverBatch, mailer, chat, costs, account, emailTemplates, close };
}

export const perNotification = ({ writeUnits, readUnits, queueRequests }: Costs) => ({
  writeUnits: writeUnits / BATCH,
  readUnits: readUnits / BATCH,
  queueRequests: queueRequests / BATCH,
});

/**
 * Returns the cheapest of three rounds. Mails that read the same item at the same moment share one read, so a round in
 * which fewer of them meet costs more, as on a busy machine.
 */
export async function cheapestOfThree<T extends { readonly readUnits: number }>(round: () => Promise<T>): Promise<T> {
  const rounds = [await round(), await round(), await round()] as const;
  return rounds.reduce((least, one) => (one.readUnits < least.readUnits ? one : least));
}
