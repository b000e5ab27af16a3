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

/** The command line gives `-c key=value` as a text; `cdk.json` gives the value itself. */
const flag = z.union([z.boolean(), z.stringbool()]);
const whole = z.coerce.number().int().positive();
const list = z.union([
  z.array(z.string().min(1)),
  z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean)),
]);
const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https:// address" });

/** Only a stage of `herald prove` may lose its data and record requests. */
const PROOF_STAGE = "prove-";
const PRODUCTION_STAGES: readonly string[] = ["prod", "production"];
/** The alarm on missing runs has a period of two intervals, and CloudWatch has none above a day. */
const MAX_RECONCILE_MINUTES = 720;

/** The record shows the end of a notification, so it must outlive the content. */
const RECORD_LONGER_BY_DAYS = 1;
/** Lambda would allow 300 s, but a mail should not wait that long. */
const MAX_DELIVERY_WINDOW_SECONDS = 60;

const snsTopicArn = z.string().regex(/^arn:[a-z-]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, "must be the ARN of an SNS topic");

const mailDomain = z
  .string()
  .regex(
    /^(?=.{4,190}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/,
    "must be a domain in lower case such as bounces.example.com",
  );

const schema = z.object({
  /** The names of the stacks contain the stage. `prod` and `production` are protected from deletion. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, "must be up to 20 lower-case letters, digits and dashes"),
  /** Overrides whether the stage counts as production. */
  production: flag.optional(),
  /**
   * Says whether tables, buckets and the sealing key outlive their stacks. It is off only for a stage that `herald
   * prove` creates and takes down (docs/prove.md).
   */
  keepsData: flag.default(true),
  /**
   * Says whether the stage has a function that records requests and stands in for a provider while `herald prove` runs.
   */
  recorder: flag.default(false),
  /** The recorder answers only below this first part of a path, which nobody can guess. */
  recorderPath: z
    .string()
    .regex(/^[0-9a-f]{32}$/, "must be 32 hexadecimal digits")
    .optional(),
  /**
   * At most this many calls of the recorder run at once. Without this setting, the recorder may use the concurrency
   * that the account's other functions leave.
   */
  recorderConcurrency: whole.optional(),
  oidcIssuer: httpsUrl,
  /** Without an audience, every token of the issuer with the required scope is accepted (D8). */
  oidcAudience: z.string().min(1).optional(),
  requiredScope: z.string().min(1).default("notifications"),
  /** An owner whose token has this role in its `role` claim manages chat accounts (D11). */
  administratorRole: z.string().min(1).default("admin"),
  /** The cloud provider gets this version of the chat platform's API with every message. */
  metaApiVersion: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be a version such as v24.0")
    .default("v24.0"),
  /** Chat events come from this topic. Without it the stack creates one. */
  chatTopicArn: snsTopicArn.optional(),
  /** Herald compares its chat templates with the provider's at this interval. */
  templateReconcileMinutes: whole.max(MAX_RECONCILE_MINUTES).default(60),
  /** Says whether accounts of the provider `http_api` may send (D12). */
  httpApiProvider: flag.default(false),
  /**
   * Mails come back to addresses of this domain, whose MX record names SES in the region of the stacks. Without it, no
   * sending account has a return path (D45f).
   */
  bounceDomain: mailDomain.optional(),
  /**
   * Names the receipt rule set of SES that is active in the region, to which the stack adds its rule. Without it the
   * stack has a rule set of its own, which an operator makes the active one.
   */
  receiptRuleSet: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, "must be the name of a receipt rule set")
    .optional(),
  /** Says whether webhooks may have addresses without TLS (D40c). */
  webhookHttp: flag.default(false),
  /** If this is off, every table call goes through all steps of the AWS SDK: docs/decisions/direct-calls.md. */
  directCalls: flag.default(true),
  backoffBaseSeconds: z.coerce.number().positive().max(MAX_DELAY_SECONDS).default(30),
  /**
   * Lambda gathers deliveries into one batch for this long. With 0 it hands each over at once
   * (docs/decisions/deliver-at-once.md).
   */
  deliveryWindowSeconds: z.coerce.number().int().min(0).max(MAX_DELIVERY_WINDOW_SECONDS).default(0),
  /** A worker holds a notification that it claimed for this long (D19). */
  leaseSeconds: whole.default(90),
  /**
   * The content of a notification is kept this many days after its end, and its record this many days after acceptance.
   */
  contentKeptDays: whole.default(7),
  recordKeptDays: whole.default(90),
  /** These two settings are the rate limit of one credential (L-rate). */
  rateRefillPerSecond: z.coerce.number().positive().default(1),
  rateBurst: whole.default(30),
  /**
   * Lists CIDR ranges, addresses or host names that mail may go to although they are private (D12). The network that
   * `vpcId` names must lead there.
   */
  privateNetworkAllow: list.default([]),
  /** Lists hosts whose pages may call the MCP endpoint from a browser. Agents outside browsers need no entry. */
  mcpAllowedOrigins: list.default([]),
  /** The value must be a period that CloudWatch Logs offers. */
  /** Functions write the routine lines of their log for this share of the traces (docs/scale.md). */
  routineLogShare: z.coerce.number().positive().max(1).default(1),
  logRetentionDays: z.preprocess(Number, z.enum(RetentionDays)).default(RetentionDays.ONE_MONTH),
  /**
   * These limits of the gateway apply to all callers together. They are a circuit breaker far above the rate limiter,
   * because the gateway cannot answer as the limiter does.
   */
  gatewayRequestsPerSecond: whole.default(2000),
  gatewayBurst: whole.default(4000),
  /** Every alarm notifies this SNS topic. Without it, only the dashboard shows alarms. */
  alarmTopicArn: snsTopicArn.optional(),
  /**
   * These settings name the account and region of the stacks; the defaults are those of the credentials. If they are
   * set, a deployment to another account or region is refused.
   */
  account: z
    .string()
    .regex(/^\d{12}$/, "must be the 12 digits of an AWS account, as text")
    .optional(),
  region: z
    .string()
    .regex(/^[a-z]{2}(?:-[a-z]+)+-\d$/, "must be a region such as eu-central-1")
    .optional(),
  /**
   * Says whether new code of API and delivery first gets a tenth of the calls for ten minutes, and is rolled back when
   * it fails. It is on by default in production.
   */
  canaryDeployments: flag.optional(),
  /**
   * Serves a single urgent deployment: new code gets all calls at once, even if an alarm rings. Aliases and deployment
   * groups stay.
   */
  deployAtOnce: flag.default(false),
  ...edgeShape,
  ...mediaShape,
  ...networkShape,
  ...pipelineShape,
});

/** Types the export of `config/<stage>.ts`: all settings except the stage, which is the file's name. */
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
  .superRefine(({ stage, isProduction, keepsData, recorder }, context) => {
    if (!isProduction && stage.startsWith(PROOF_STAGE)) return;
    const where = isProduction ? "in production" : `unless the stage's name begins with ${PROOF_STAGE}`;
    const refuse = (name: string, wanted: boolean) =>
      context.addIssue({ code: "custom", path: [name], message: `must be ${wanted} ${where}` });
    if (!keepsData) refuse("keepsData", true);
    if (recorder) refuse("recorder", false);
  })
  .superRefine(({ recorder, recorderPath }, context) => {
    const message = "must be set when recorder is set";
    if (recorder && recorderPath === undefined) context.addIssue({ code: "custom", path: ["recorderPath"], message });
  })
  .transform(({ production: _, canaryDeployments, ...rest }) => ({
    ...rest,
    isCanary: canaryDeployments ?? rest.isProduction,
    /** `media` is undefined when the deployment keeps no media. */
    media: mediaSettings(rest),
    /** `network` is undefined when mail leaves from outside any network. */
    network: networkSettings(rest),
    /** `pipeline` is undefined when people deploy the stage only by hand. */
    pipeline: pipelineSettings(rest),
  }));

/** Contains everything that a deployment may choose. Numbers are seconds unless their name says otherwise. */
export type Settings = z.infer<typeof settings>;

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/**
 * Reads the settings from the stage's file, then from the CDK context. Throws a `SettingsError` that names every
 * missing or wrong setting.
 */
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

/**
 * Returns the bounds of a lease. A lease must outlive the worker that took it, and end before the queue shows the
 * message again, so that two workers never hold a notification.
 */
export function leaseBounds(): { readonly above: number; readonly below: number } {
  const workers = functions.filter(({ trigger }) => trigger.kind === "queue" && trigger.queue === "delivery");
  const delivery = queues.filter(({ name }) => name === "delivery");
  return {
    above: Math.max(...workers.map(({ timeoutSeconds }) => timeoutSeconds)),
    below: Math.min(...delivery.map(({ visibilityTimeoutSeconds }) => visibilityTimeoutSeconds)),
  };
}
