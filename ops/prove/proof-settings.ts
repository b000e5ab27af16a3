import { UsageError } from "../../lib/command-line.ts";
import { POOL_SCOPE } from "./aws/user-pool.ts";

export interface ProofStage {
  readonly stage: string;
  readonly account: string;
  readonly region: string;
  readonly issuer: string;
  /** The path has 32 hexadecimal digits. */
  readonly recorderPath: string;
  /** The concurrency that is reserved for the recorder; undefined if the account cannot reserve any. */
  readonly recorderConcurrency: number | undefined;
  /** Lists settings from the command line, each as `setting=value`. */
  readonly more: readonly string[];
}

/** `herald prove` sets these settings itself, and nobody may override them. */
const FIXED = [
  "stage",
  "account",
  "region",
  "oidcIssuer",
  "requiredScope",
  "production",
  "keepsData",
  "recorder",
  "recorderPath",
  "recorderConcurrency",
  "httpApiProvider",
];

/**
 * These settings are refused: resources that they create or change outside the stage would outlive the take-down, or
 * keep it from ending.
 */
const STAYING = [
  "vpcId",
  "subnetIds",
  "securityGroupIds",
  "vpcIpv6",
  "edgeAccessLogs",
  "alarmTopicArn",
  "pipelineRepository",
  "pipelineProviderArn",
  "bounceDomain",
  "receiptRuleSet",
];

/**
 * Returns the settings of a stage that `herald prove` creates. The stage keeps no data, records requests, and has a
 * rate limit that does not slow down the load.
 */
export function proofSettings({
  stage,
  account,
  region,
  issuer,
  recorderPath,
  recorderConcurrency,
  more,
}: ProofStage): Readonly<Record<string, string>> {
  const given = more.map((one) => {
    const [, name = "", value] = /^(\w+)=(.*)$/.exec(one) ?? [];
    if (value === undefined) throw new UsageError(`${one} must be setting=value`);
    if (FIXED.includes(name)) throw new UsageError(`a proof sets ${name} itself`);
    if (STAYING.includes(name)) throw new UsageError(`a proof takes no ${name}: what it makes could stay`);
    return [name, value] as const;
  });
  return {
    rateBurst: "1000",
    rateRefillPerSecond: "200",
    logRetentionDays: "1",
    ...Object.fromEntries(given),
    stage,
    account,
    region,
    oidcIssuer: issuer,
    requiredScope: POOL_SCOPE,
    production: "false",
    keepsData: "false",
    recorder: "true",
    recorderPath,
    ...(recorderConcurrency !== undefined && { recorderConcurrency: String(recorderConcurrency) }),
    httpApiProvider: "true",
  };
}
