import { Duration, Stack, type StackProps } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { type FunctionDefinition, functions, type QueueName } from "../functions.ts";
import type { TableDefinition } from "../tables.ts";
import { tell } from "./alarm-actions.ts";
import type { Bundler } from "./bundle.ts";
import { statementsOf } from "./capabilities.ts";
import { Canary, hasAlias } from "./constructs/canary.ts";
import { ChatTopic } from "./constructs/chat-topic.ts";
import { CursorKey } from "./constructs/cursor-key.ts";
import type { Edge } from "./constructs/edge.ts";
import { FunctionAddress } from "./constructs/function-address.ts";
import { HeraldFunction } from "./constructs/herald-function.ts";
import { HttpFrontDoor } from "./constructs/http-front-door.ts";
import { MailNetwork } from "./constructs/mail-network.ts";
import { OriginSecrets } from "./constructs/origin-secrets.ts";
import { overview } from "./constructs/overview/overview.ts";
import { ReturnedMail } from "./constructs/returned-mail.ts";
import { RETURNED_PREFIX } from "./constructs/returned-mail-bucket.ts";
import { schedule } from "./constructs/schedule.ts";
import { streamSources } from "./constructs/stream-sources.ts";
import type { DataStack } from "./data-stack.ts";
import { frontDoor } from "./front-door.ts";
import { functionEnvironment } from "./function-environment.ts";
import { partOf, variablesOf } from "./function-variables.ts";
import type { CapabilityTargets } from "./grant.ts";
import { mediaCdn, mediaEnvironment } from "./media-service.ts";
import { operatorEnvironment } from "./operator-environment.ts";
import { pascalCase } from "./pascal-case.ts";
import { type BatchingWindows, heraldQueues } from "./queues.ts";
import type { Settings } from "./settings.ts";
import { uploadServers } from "./upload-servers.ts";
import { userPoolArn } from "./user-pool.ts";

export interface ServiceStackProps extends StackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly bundle: Bundler;
}

/** Besides the front door, these constructs call the functions. */
interface Triggers {
  readonly data: DataStack;
  readonly queues: ReadonlyMap<QueueName, Queue>;
  readonly windows: BatchingWindows;
  /** Maps function names to intervals. An absent function keeps the interval of its definition. */
  readonly everySeconds: Readonly<Record<string, number>>;
}

interface FunctionsProps extends Pick<ServiceStackProps, "settings" | "bundle"> {
  readonly environment: Readonly<Record<string, string>>;
  readonly targets: CapabilityTargets;
}

function heraldFunctions(scope: Construct, { settings, environment, targets, bundle }: FunctionsProps) {
  const canary = settings.isCanary ? new Canary(scope, "Canary", { isAtOnce: settings.deployAtOnce }) : undefined;
  const network = settings.network && new MailNetwork(scope, "MailNetwork", settings.network);
  return functions.map(
    (definition) =>
      new HeraldFunction(scope, pascalCase(definition.name), {
        definition,
        environment: partOf(environment, variablesOf(definition)),
        statements: statementsOf(definition, targets),
        logRetention: settings.logRetentionDays,
        bundle,
        network,
        canary: hasAlias(definition.trigger) ? canary : undefined,
      }),
  );
}

/** Contains the part that may be rebuilt at any time: it loops over the functions and connects their triggers. */
export class ServiceStack extends Stack {
  readonly functions: readonly HeraldFunction[];
  readonly edge: Edge;
  /** Maps paths to the URLs of functions with an address of their own. */
  readonly #functionUrls: Record<string, string> = {};

  constructor(scope: Construct, id: string, { settings, data, bundle, ...props }: ServiceStackProps) {
    super(scope, id, { description: "Herald: functions, queues, API and alarms", ...props });
    const queues = heraldQueues(this, windowsOf(settings));
    const chat = new ChatTopic(this, "ChatTopic", settings.chatTopicArn);
    this.#takeBack(settings, data, queueOf(queues, "returned-mail"));
    const known = {
      ...functionEnvironment({ settings, data, deliveryQueueUrl: queueOf(queues, "delivery").queueUrl }),
      CHAT_TOPIC_ARN: chat.topic.topicArn,
      INBOUND_MESSAGE_QUEUE_URL: queueOf(queues, "inbound-messages").queueUrl,
      CHAT_EVENT_QUEUE_URL: queueOf(queues, "chat-events").queueUrl,
      RETURNED_MAIL_QUEUE_URL: queueOf(queues, "returned-mail").queueUrl,
      ANNOUNCEMENT_DEAD_LETTERS_URL: queueOf(queues, "announcement-dead-letters").queueUrl,
      WEBHOOK_QUEUE_URL: queueOf(queues, "webhooks").queueUrl,
      SANDBOX_QUEUE_URL: queueOf(queues, "sandbox").queueUrl,
      ...mediaEnvironment(settings.media, queueOf(queues, "media").queueUrl),
    };
    const cursorKey = new CursorKey(this, "CursorKey").value;
    operatorEnvironment(this, known);
    const targets = { ...capabilityTargets(data, queues), ...settingsTargets(this, settings) };
    const secrets = new OriginSecrets(this, "OriginSecrets", settings.originSecretGeneration);
    const environment = { ...known, CURSOR_KEY: cursorKey, ORIGIN_SECRETS: secrets.accepted.join(",") };
    this.functions = heraldFunctions(this, { settings, environment, targets, bundle });
    const everySeconds = { "reconcile-chat-templates": settings.templateReconcileMinutes * 60 };
    for (const fn of this.functions) this.#connect(fn, { data, queues, windows: windowsOf(settings), everySeconds });
    const { api } = new HttpFrontDoor(this, "Http", { functions: this.functions, settings });
    const servers = uploadServers(this, { settings, data, targets, environment, bundle });
    this.edge = frontDoor(this, {
      settings,
      secrets,
      api,
      functionUrls: this.#functionUrls,
      servers,
      media: mediaCdn(this, settings.media),
      functions: this.functions.filter(({ definition }) => isAsked(definition)),
    });
    // This name always resolves, whereas the deployment's own domain name may not exist yet.
    chat.subscribe(`https://${this.edge.distribution.distributionDomainName}`);
    overview(this, { api, queues, functions: this.functions, servers });
    tell(this, settings.alarmTopicArn);
  }

  /** Lets mails come back, where the deployment has a domain for them. */
  #takeBack({ bounceDomain, ...settings }: Settings, { returnedMail: bucket }: DataStack, queue: Queue): void {
    if (bounceDomain === undefined || bucket === undefined) return;
    new ReturnedMail(this, "ReturnedMail", { ...settings, bounceDomain, bucket, queue });
  }

  /** Connects queues, streams and schedules. The front door connects the functions that the gateway calls. */
  #connect(fn: HeraldFunction, { data, queues, windows, everySeconds }: Triggers): void {
    const { trigger } = fn.definition;
    switch (trigger.kind) {
      case "queue": {
        const { queue, batchSize, maxConcurrency } = trigger;
        const maxBatchingWindow = Duration.seconds(windows[queue] ?? 0);
        const source = { batchSize, maxConcurrency, maxBatchingWindow, reportBatchItemFailures: true };
        fn.live.addEventSource(new SqsEventSource(queueOf(queues, queue), source));
        break;
      }
      case "stream": {
        const streamArn = (table: TableDefinition["name"]) => streamArnOf(data, table);
        streamSources(fn, { trigger, streamArn, destination: queueOf(queues, trigger.deadLetters) });
        break;
      }
      case "schedule":
        schedule(this, fn, {
          ...trigger,
          everySeconds: everySeconds[fn.definition.name] ?? trigger.everySeconds,
        });
        break;
      case "function-url":
        this.#functionUrls[trigger.path] = new FunctionAddress(
          this,
          `${pascalCase(fn.definition.name)}Address`,
          fn,
        ).url;
        break;
      case "routes":
      case "fallback":
        break;
    }
  }
}

const windowsOf = ({ deliveryWindowSeconds: delivery }: Settings): BatchingWindows => ({ delivery });

/** Says whether callers reach a function, which they do only through the edge. */
const isAsked = ({ trigger: { kind } }: FunctionDefinition): boolean =>
  kind === "routes" || kind === "fallback" || kind === "function-url";

function queueOf(queues: ReadonlyMap<QueueName, Queue>, name: QueueName): Queue {
  const queue = queues.get(name);
  if (queue === undefined) throw new Error(`no queue is called ${name}`);
  return queue;
}

function streamArnOf({ tables }: DataStack, name: TableDefinition["name"]): string {
  const arn = tables.get(name)?.tableStreamArn;
  if (arn === undefined) throw new Error(`the table ${name} has no stream`);
  return arn;
}

const settingsTargets = (stack: Stack, settings: Settings) => ({
  media: mediaTarget(stack, settings),
  userPoolArn: userPoolArn(stack, settings.oidcIssuer),
});

/** Finds the bucket by its name, which is a setting, so that a deployment can switch media off and on again. */
function mediaTarget(stack: Stack, { media }: Settings): CapabilityTargets["media"] {
  if (media === undefined) return undefined;
  const arn = stack.formatArn({ service: "s3", region: "", account: "", resource: media.bucketName });
  return { arn, keyPrefix: media.keyPrefix };
}

function capabilityTargets(
  data: DataStack,
  queues: ReadonlyMap<QueueName, Queue>,
): Omit<CapabilityTargets, "media" | "userPoolArn"> {
  const arnOf = (name: QueueName): string => queueOf(queues, name).queueArn;
  return {
    tableArn: (name) => {
      const table = data.tables.get(name);
      if (table === undefined) throw new Error(`no table is called ${name}`);
      return table.tableArn;
    },
    contentArn: data.content.bucketArn,
    returnedMailArn: data.returnedMail?.arnForObjects(`${RETURNED_PREFIX}*`),
    sealingKeyArn: data.sealingKey.keyArn,
    deliveryQueueArn: arnOf("delivery"),
    mediaQueueArn: arnOf("media"),
    inboundMessageQueueArn: arnOf("inbound-messages"),
    chatEventQueueArn: arnOf("chat-events"),
    returnedMailQueueArn: arnOf("returned-mail"),
    announcementDeadLettersArn: arnOf("announcement-dead-letters"),
    webhookQueueArn: arnOf("webhooks"),
    sandboxQueueArn: arnOf("sandbox"),
    chatProviderArn: (kind) =>
      Stack.of(queueOf(queues, "delivery")).formatArn({
        service: "social-messaging",
        region: "*",
        resource: kind,
        resourceName: "*",
      }),
  };
}
