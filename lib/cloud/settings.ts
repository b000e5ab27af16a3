import { RetentionDays } from "aws-cdk-lib/aws-logs";
import type { Node } from "constructs";
import * as z from "zod";
import { functions, queues } from "../functions.ts";

/** `-c key=value` on the command line gives text; `cdk.json` gives the value itself. */
const flag = z.union([z.boolean(), z.stringbool()]);
const whole = z.coerce.number().int().positive();
const list = z.union([
  z.array(z.string().min(1)),
  z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean)),
]);
const httpsUrl = z.url({ protocol: /^https$/, error: "must be an https:// address" });

const PRODUCTION_STAGES: readonly string[] = ["prod", "production"];
/** D20's longest wait between two attempts. */
const MAX_BACKOFF_SECONDS = 300;

const schema = z.object({
  /** Names the stacks; `prod` and `production` are protected from deletion. */
  stage: z.string().regex(/^[a-z][a-z0-9-]{0,19}$/, "must be up to 20 lower-case letters, digits and dashes"),
  /** Overrides what the stage's name says about being a production stage. */
  production: flag.optional(),
  oidcIssuer: httpsUrl,
  oidcAudience: z.string().min(1).optional(),
  requiredScope: z.string().min(1).default("notifications"),
  /** D12: sending through accounts of the provider `http_api`. */
  httpApiProvider: flag.default(false),
  backoffBaseSeconds: z.coerce.number().positive().max(MAX_BACKOFF_SECONDS).default(30),
  /** D19: how long a worker owns a notification that it claimed. */
  leaseSeconds: whole.default(90),
  /** Per credential, as the specification's limits say. */
  rateRefillPerSecond: z.coerce.number().positive().default(1),
  rateBurst: whole.default(30),
  /** CIDR ranges, addresses or host names that mail may go to although they are private (D12). */
  privateNetworkAllow: list.default([]),
  /** One of the periods that CloudWatch Logs knows. */
  logRetentionDays: z.preprocess(Number, z.enum(RetentionDays)).default(RetentionDays.ONE_MONTH),
  /** The gateway's own limits over all callers: a circuit breaker far above the limiter, whose answers it cannot give. */
  gatewayRequestsPerSecond: whole.default(2000),
  gatewayBurst: whole.default(4000),
  /** An SNS topic that every alarm tells; without it alarms are seen on the dashboard only. */
  alarmTopicArn: z
    .string()
    .regex(/^arn:[a-z-]+:sns:[a-z0-9-]+:\d{12}:[\w-]+$/, "must be the ARN of an SNS topic")
    .optional(),
});

const settings = schema
  .superRefine(({ leaseSeconds }, context) => {
    const { above, below } = leaseBounds();
    if (leaseSeconds > above && leaseSeconds < below) return;
    const message = `must lie between ${above} s (the worker's timeout) and ${below} s (the queue's visibility timeout)`;
    context.addIssue({ code: "custom", path: ["leaseSeconds"], message });
  })
  .transform(({ production, ...rest }) => ({
    ...rest,
    isProduction: production ?? PRODUCTION_STAGES.includes(rest.stage),
  }));

/** Everything that a deployment may choose. Seconds unless a name says otherwise. */
export type Settings = z.infer<typeof settings>;

export class SettingsError extends Error {
  override readonly name = "SettingsError";
}

/** Reads the CDK context; a `SettingsError` names every setting that is missing or wrong. */
export function readSettings(context: Pick<Node, "tryGetContext">): Settings {
  const given = Object.keys(schema.shape).map((key): [string, unknown] => [key, context.tryGetContext(key)]);
  const read = settings.safeParse(Object.fromEntries(given));
  if (read.success) return read.data;
  const lines = read.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new SettingsError(`These settings cannot be used (cdk.json, or -c name=value):\n${lines.join("\n")}`);
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
