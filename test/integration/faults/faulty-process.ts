import { DeleteMessageCommand, SQSClient } from "@aws-sdk/client-sqs";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { S3BlobStore } from "../../../shared/aws/s3/blob-store.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoIdempotencyStore } from "../../../shared/edge/dynamo/idempotency-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { emailIntake, emailOutlet } from "../../../shared/email/email-channel.ts";
import type { Mailer } from "../../../shared/email/ports.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import type { BlobStore } from "../../../shared/kernel/blob-store.ts";
import { systemIdentifiers } from "../../../shared/kernel/system-identifiers.ts";
import { AccountBacklog } from "../../../shared/notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../../../shared/notifications/deliver/account-limiter.ts";
import { DynamoDeadLetterStore } from "../../../shared/notifications/dynamo/dead-letter-store.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { SqsDeliveryQueue } from "../../../shared/notifications/sqs/delivery-queue.ts";
import type { FakeClock } from "../../support/fake-clock.ts";
import { fixedAllowances } from "../../support/fixed-allowances.ts";
import { inMemoryMailFiles } from "../../support/in-memory-attachments.ts";
import { inMemoryEmailTemplateStore } from "../../support/in-memory-email-template-store.ts";
import { inMemorySuppressions, inMemoryUnsubscribeLinks } from "../../support/in-memory-suppressions.ts";
import { noChatIntake, noChatOutlet } from "../../support/no-chat.ts";
import { plainSecretBox } from "../../support/plain-secret-box.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";
import { BUCKET, type FaultEngines } from "./fault-engines.ts";
import { type Fault, FaultPlan, faultyTables } from "./fault-plan.ts";

export const LEASE_MS = 90_000;

/** These outlive a process: the engines, the time, and the provider with its mails. */
export interface FaultEnvironment {
  readonly engines: FaultEngines;
  readonly clock: FakeClock;
  readonly provider: Mailer;
  /** Receives the delay of a new message. The message is ready at once, because the test advances the time instead. */
  readonly onDelay: (seconds: number) => void;
}

const blobsThrough = (plan: FaultPlan): BlobStore => {
  const store = new S3BlobStore(BUCKET);
  return {
    put: (key, bytes) => plan.effect("PutObject", () => store.put(key, bytes)),
    get: (key) => plan.effect("GetObject", () => store.get(key)),
    remove: (key) => plan.effect("DeleteObject", () => store.remove(key)),
  };
};

function queueOf({ engines, onDelay }: FaultEnvironment, plan: FaultPlan, fault: Fault | undefined) {
  const maxAttempts = fault?.mode === "answer lost and tried again" ? 3 : 1;
  const { endpoint } = engines.queue;
  const sqs = new SQSClient({ endpoint, region: "us-east-1", credentials: CREDENTIALS, maxAttempts });
  plan.watch(sqs);
  sqs.middlewareStack.add(
    (next) => (args) => {
      if (!("DelaySeconds" in args.input)) return next(args);
      onDelay(args.input.DelaySeconds ?? 0);
      return next({ ...args, input: { ...args.input, DelaySeconds: 0 } });
    },
    { step: "initialize", name: "no-delay" },
  );
  return sqs;
}

/** Creates one process of the service with its real adapters. One of its effects on the world may go wrong. */
export function faultyProcess(environment: FaultEnvironment, fault?: Fault) {
  const plan = new FaultPlan(fault);
  return processOf(environment, { plan, fault, ...faultyTables(environment.engines.tableEndpoint, plan, fault) });
}
export type FaultyProcess = ReturnType<typeof faultyProcess>;

/** Creates a process that meets no fault and makes the cheapest calls. */
export const wellProcess = (environment: FaultEnvironment): FaultyProcess =>
  processOf(environment, { plan: new FaultPlan(undefined), client: environment.engines.tables, end: () => {} });

interface Means {
  readonly plan: FaultPlan;
  readonly fault?: Fault | undefined;
  readonly client: DynamoDBDocumentClient;
  end(): void;
}

function processOf(environment: FaultEnvironment, { plan, fault, client, end }: Means) {
  const { engines, clock, provider } = environment;
  const sqs = queueOf(environment, plan, fault);
  const basics = { clock, identifiers: systemIdentifiers, log: silentLog, metrics: countingMetrics() };
  const sendingAccounts = new DynamoSendingAccountStore(client, "Config");
  const notifications = new DynamoNotificationStore(client, {
    codecs: CONTENT_CODECS,
    table: "Notifications",
    leaseMs: LEASE_MS,
    clock,
    contentKeptDays: 7,
    recordKeptDays: 90,
    blobs: async () => blobsThrough(plan),
  });
  const mailer: Mailer = { send: (...mail) => plan.effect("Mail", () => provider.send(...mail)) };
  const parseTemplate = templateCache({ maxEntries: 10, maxCharacters: 1000 }, systemIdentifiers.hash);
  const common = {
    ...basics,
    notifications,
    deliveryQueue: new SqsDeliveryQueue(sqs, engines.queue.queueUrl("delivery")),
  };
  const intake = emailIntake({
    ...{ ...inMemoryMailFiles(), clock, sendingAccounts, parseTemplate },
    emailTemplates: inMemoryEmailTemplateStore(),
    unsubscribeLinks: inMemoryUnsubscribeLinks(),
  });
  const outlet = emailOutlet({
    ...inMemoryMailFiles(),
    ...basics,
    sendingAccounts,
    notifications,
    secretBox: plainSecretBox(),
    mailer,
    suppressions: inMemorySuppressions(),
  });
  return {
    plan,
    sendingAccounts,
    notifications,
    idempotency: new DynamoIdempotencyStore(client, { table: "Ephemeral", clock }),
    submit: { ...common, channels: { email: intake, chat: noChatIntake } },
    deliver: {
      ...common,
      backlog: new AccountBacklog({ ...basics, notifications }),
      limiter: accountLimiter({ allowances: fixedAllowances(2), maxWaitMs: 5000, ...basics }),
      backoffBaseSeconds: 30,
      pause: async () => undefined,
      channels: { email: outlet, chat: noChatOutlet },
    },
    recovery: { ...common, deadLetters: new DynamoDeadLetterStore(client, { table: "Notifications", clock }) },
    /** Removes a finished message, as the host does. */
    async forget(queue: string, ReceiptHandle: string | undefined) {
      await sqs.send(new DeleteMessageCommand({ QueueUrl: engines.queue.queueUrl(queue), ReceiptHandle }));
    },
    end() {
      end();
      sqs.destroy();
    },
  };
}
