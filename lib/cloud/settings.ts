import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Node } from "constructs";
import * as z from "zod";
import { MAX_DELAY_SECONDS } from "../../shared/kernel/backoff.ts";
import { functions, queues } from "../functions.ts";
import { contradictions } from "./contradictions.ts";
import { edgeShape, missingEdgeSetting } from "./edge-settings.ts";
import { mediaSettings, mediaShape, missingMediaSettings } from "./media-settings.ts";
import { networkProblems, networkSettings, networkShape } from "./network-settings.ts";
import { pipelineProblems, pipelineSettings, pipelineShape } from "./pipeline-settings.ts";

/** `-c key=value` on the command line gives text; `cdk.json` gives the value itself. */
const flag = z.union([z.boolean(), z.stringbool()]);
const whole = z.coerce.number().int().positive();
const list = z.union([
  z.array(z.string().min(1)),
  z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean)),
]);
const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https:// address" });

const PRODUCTION_STAGES: readonly string[] = ["prod", "production"];
/** The alarm on missing runs has a period of two intervals, and CloudWatch knows none above a day. */
const MAX_RECONCILE_MINUTES = 720;

/** The record tells what became of a notification: it must not go before the content (a day longer than the setting) does. */
const RECORD_LONGER_BY_DAYS = 1;
/** Lambda takes 300; nobody wants a mail to wait for longer than this. */
const MAX_DELIVERY_WINDOW_SECONDS = 60;

const snsTopicArn = z.string().regex(/^arn:[a-z-]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, "must be the ARN of an SNS topic");

const schema = z.object({
  /** Names the stacks; `prod` and `production` are protected from deletion. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, "must be up to 20 lower-case letters, digits and dashes"),
  /** Overrides what the stage's name says about being a production stage. */
  production: flag.optional(),
  oidcIssuer: httpsUrl,
  /** Without it every token of the issuer with the required scope counts (D8). */
  oidcAudience: z.string().min(1).optional(),
  requiredScope: z.string().min(1).default("notifications"),
  /** D11: an owner with this role in the token's `role` claim manages chat accounts. */
  administratorRole: z.string().min(1).default("admin"),
  /** Of the chat platform's API; the cloud provider gets it with every message. */
  metaApiVersion: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be a version such as v24.0")
    .default("v24.0"),
  /** The one topic that chat events are taken from; without it the stack makes one. */
  chatTopicArn: snsTopicArn.optional(),
  /** How often chat templates are compared with the provider's. */
  templateReconcileMinutes: whole.max(MAX_RECONCILE_MINUTES).default(60),
  /** D12: sending through accounts of the provider `http_api`. */
  httpApiProvider: flag.default(false),
  /** D40c: webhooks may have addresses without TLS. */
  webhookHttp: flag.default(false),
  /** Off, every call of the tables takes the AWS SDK's whole chain of steps: docs/decisions/direct-calls.md. */
  directCalls: flag.default(true),
  backoffBaseSeconds: z.coerce.number().positive().max(MAX_DELAY_SECONDS).default(30),
  /** How long Lambda gathers deliveries for one batch; 0 hands each on at once (docs/decisions/deliver-at-once.md). */
  deliveryWindowSeconds: z.coerce.number().int().min(0).max(MAX_DELIVERY_WINDOW_SECONDS).default(0),
  /** D19: how long a worker owns a notification that it claimed. */
  leaseSeconds: whole.default(90),
  /** How long the content of a notification is kept after its end, and its record after acceptance. */
  contentKeptDays: whole.default(7),
  recordKeptDays: whole.default(90),
  /** Per credential (L-rate). */
  rateRefillPerSecond: z.coerce.number().positive().default(1),
  rateBurst: whole.default(30),
  /** CIDR ranges, addresses or host names that mail may go to although they are private (D12): a network leads there, which `vpcId` names. */
  privateNetworkAllow: list.default([]),
  /** Hosts whose pages may call the MCP endpoint from a browser; agents that are no browsers need none. */
  mcpAllowedOrigins: list.default([]),
  /** One of the periods that CloudWatch Logs knows. */
  logRetentionDays: z.preprocess(Number, z.enum(RetentionDays)).default(RetentionDays.ONE_MONTH),
  /** The gateway's own limits over all callers: a circuit breaker far above the limiter, whose answers it cannot give. */
  gatewayRequestsPerSecond: whole.default(2000),
  gatewayBurst: whole.default(4000),
  /** An SNS topic that every alarm tells; without it alarms are seen on the dashboard only. */
  alarmTopicArn: snsTopicArn.optional(),
  /** Where the stacks belong; without them wherever the credentials lead. Stated, a deployment with others is refused. */
  account: z
    .string()
    .regex(/^\d{12}$/, "must be the 12 digits of an AWS account, as text")
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "must be a region such as eu-central-1")
    .optional(),
  /** New code of API and delivery takes a tenth of the calls for ten minutes first, and goes back when it fails. On in production. */
  canaryDeployments: flag.optional(),
  /** For one deployment, that of a mend: new code takes all calls at once, whatever alarm rings. Aliases and deployment groups stay. */
  deployAtOnce: flag.default(false),
  ...edgeShape,
  ...mediaShape,
  ...networkShape,
  ...pipelineShape,
});

/** The export of `config/<stage>.ts`: all settings but the stage, which is the file's name. */
export type StageSettings = Omit<z.input<typeof schema>, "stage">;

const settings = schema
  .superRefine(({ leaseSeconds }, context) => {
    const { above, below } = leaseBounds();
    if (leaseSeconds > above && leaseSeconds < below) return;
    const message = `must lie between ${above} s (the worker's timeout) and ${below} s (the queue's visibility timeout)`;
    context.addIssue({ code: "custom", path: ["leaseSeconds"], message });
  })
  .superRefine(({ contentKeptDays, recordKeptDays }, context) => {
    const least = contentKeptDays + RECORD_LONGER_BY_DAYS;
    if (recordKeptDays >= least) return;
    const message = `must be at least ${least}, a day more than contentKeptDays`;
    context.addIssue({ code: "custom", path: ["recordKeptDays"], message });
  })
  .superRefine((given, context) => {
    for (const name of missingMediaSettings(given))
      context.addIssue({ code: "custom", path: [name], message: "must be set when mediaBucket is set" });
  })
  .superRefine((given, context) => {
    const missing = missingEdgeSetting(given);
    const message = "domainName and certificateArn are set together, or neither";
    if (missing !== undefined) context.addIssue({ code: "custom", path: [missing], message });
  })
  .superRefine((given, context) => {
    for (const { name, message } of [...networkProblems(given), ...pipelineProblems(given), ...contradictions(given)])
      context.addIssue({ code: "custom", path: [name], message });
  })
  .transform((given) => ({ ...given, isProduction: given.production ?? PRODUCTION_STAGES.includes(given.stage) }))
  .transform(({ production: _, canaryDeployments, ...rest }) => ({
    ...rest,
    isCanary: canaryDeployments ?? rest.isProduction,
    /** Undefined when the deployment keeps no media. */
    media: mediaSettings(rest),
    /** Undefined when mail leaves from outside of any network. */
    network: networkSettings(rest),
    /** Undefined when the stage is deployed by hand only. */
    pipeline: pipelineSettings(rest),
  }));

/** Everything that a deployment may choose. Seconds unless a name says otherwise. */
export type Settings = z.infer<typeof settings>;

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the CDK context and, before it, what the stage's own file says; a `SettingsError` names every setting that is missing or wrong. */
export function readSettings(context: Pick<Node, "tryGetContext">, ofStage: Partial<StageSettings> = {}): Settings {
  const known = Object.keys(schema.shape);
  const unknown = Object.keys(ofStage).filter((key) => !known.includes(key));
  if (unknown.length > 0) throw new SettingsError(`There is no setting called ${unknown.join(", ")}.`);
  const given = Object.fromEntries(known.map((key) => [key, context.tryGetContext(key)]));
  const read = settings.safeParse({ ...given, ...ofStage });
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new SettingsError(
    `These settings cannot be used (config/<stage>.ts, cdk.json, or -c name=value):\n${lines.join("\n")}`,
  );
}

/** A lease outlives the worker that took it, and ends before the queue shows the message again: never two workers at once. */
export function leaseBounds(): { readonly above: number; readonly below: number } {
  const workers = functions.filter(({ trigger }) => trigger.kind === "queue" && trigger.queue === "delivery");
  const delivery = queues.filter(({ name }) => name === "delivery");
  return {
    above: Math.max(...workers.map(({ timeoutSeconds }) => timeoutSeconds)),
    below: Math.min(...delivery.map(({ visibilityTimeoutSeconds }) => visibilityTimeoutSeconds)),
  };
}
