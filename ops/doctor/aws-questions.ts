import * as z from "zod";
import type { AwsAnswer, AwsCall } from "./aws-call.ts";

export interface QuotaKey {
  readonly service: string;
  readonly code: string;
  readonly isGlobal?: true;
}
export type QuotaAnswer = { readonly name: string; readonly value: number } | { readonly refusal: string };

/** Asks AWS the questions of the checks. All of them only read. */
export interface AwsQuestions {
  readonly region: string;
  /** Returns the account of the credentials, or undefined if they are refused. */
  caller(signal: AbortSignal): Promise<string | undefined>;
  /** Returns the value of a parameter, or undefined if it does not exist or may not be read. */
  parameter(name: string, signal: AbortSignal): Promise<string | undefined>;
  concurrency(signal: AbortSignal): Promise<{ readonly limit: number; readonly unreserved: number } | undefined>;
  /** Returns the quota's value for this account, or the default, with AWS's name for it. */
  quota(quota: QuotaKey, signal: AbortSignal): Promise<QuotaAnswer>;
  /** Says whether the region supports web functions. */
  webFunctions(signal: AbortSignal): Promise<AwsAnswer>;
  topicExists(arn: string, signal: AbortSignal): Promise<AwsAnswer>;
  businessAccounts(signal: AbortSignal): Promise<AwsAnswer>;
  publicKey(id: string, signal: AbortSignal): Promise<AwsAnswer>;
  /** Returns the names of the account's custom header policies, or undefined if they may not be listed. */
  headerPolicies(signal: AbortSignal): Promise<readonly string[] | undefined>;
  /** Says whether the account has a distribution, or returns undefined if the credentials may not ask. */
  hasDistribution(signal: AbortSignal): Promise<boolean | undefined>;
  certificateStatus(arn: string, signal: AbortSignal): Promise<string | undefined>;
}

const identity = z.looseObject({
  GetCallerIdentityResponse: z.looseObject({ GetCallerIdentityResult: z.looseObject({ Account: z.string() }) }),
});
const parameterAnswer = z.looseObject({ Parameter: z.looseObject({ Value: z.string() }) });
const accountSettings = z.looseObject({
  AccountLimit: z.looseObject({ ConcurrentExecutions: z.int(), UnreservedConcurrentExecutions: z.int() }),
});
const quotaAnswer = z.looseObject({ Quota: z.looseObject({ QuotaName: z.string(), Value: z.number() }) });
const certificateAnswer = z.looseObject({ Certificate: z.looseObject({ Status: z.string() }) });

/** CloudFront and its certificates belong to this region, whatever the region of the service. */
const GLOBAL = "us-east-1";
const CLOUDFRONT = { service: "cloudfront", region: GLOBAL, host: "cloudfront.amazonaws.com" } as const;
/** One page holds all policies, because an account may have 20 unless it asked for more. */
const HEADER_POLICIES = "/2020-05-31/response-headers-policy?Type=custom&MaxItems=100";
const POLICY_NAME = /<ResponseHeadersPolicyConfig>(?:(?!<Name>)[\s\S])*<Name>([^<]+)<\/Name>/g;
const LAMBDA_SETTINGS = "/2016-08-19/account-settings/";
/** The API of web functions has the address of Lambda but a version of its own. */
const WEB_FUNCTION_SETTINGS = "/2025-03-07/web-account-settings";
const FORM = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" } as const;
const json = (target: string) => ({ "content-type": "application/x-amz-json-1.1", "x-amz-target": target });

export function awsQuestions(aws: AwsCall, region: string): AwsQuestions {
  const at = (service: string, where = region) => ({
    service,
    region: where,
    host: `${service}.${where}.amazonaws.com`,
  });
  return {
    region,
    caller: async (signal) => {
      const body = "Action=GetCallerIdentity&Version=2011-06-15";
      const read = read200(identity, await aws({ ...at("sts"), headers: FORM, body }, signal));
      return read?.GetCallerIdentityResponse.GetCallerIdentityResult.Account;
    },
    parameter: async (name, signal) => {
      const body = JSON.stringify({ Name: name });
      const answer = await aws({ ...at("ssm"), headers: json("AmazonSSM.GetParameter"), body }, signal);
      return read200(parameterAnswer, answer)?.Parameter.Value;
    },
    concurrency: async (signal) => {
      const read = read200(accountSettings, await aws({ ...at("lambda"), path: LAMBDA_SETTINGS }, signal));
      return (
        read && {
          limit: read.AccountLimit.ConcurrentExecutions,
          unreserved: read.AccountLimit.UnreservedConcurrentExecutions,
        }
      );
    },
    quota: (quota, signal) => {
      const where = at("servicequotas", quota.isGlobal ? GLOBAL : region);
      return appliedOrDefault((request) => aws({ ...where, ...request }, signal), quota);
    },
    webFunctions: (signal) => aws({ ...at("lambda"), path: WEB_FUNCTION_SETTINGS }, signal),
    topicExists: (arn, signal) => {
      const body = new URLSearchParams({ Action: "GetTopicAttributes", TopicArn: arn, Version: "2010-03-31" });
      return aws({ ...at("sns"), headers: FORM, body: body.toString() }, signal);
    },
    businessAccounts: (signal) => aws({ ...at("social-messaging"), path: "/v1/whatsapp/waba/list" }, signal),
    publicKey: (id, signal) => aws({ ...CLOUDFRONT, path: `/2020-05-31/public-key/${id}` }, signal),
    headerPolicies: async (signal) => {
      const { status, text } = await aws({ ...CLOUDFRONT, path: HEADER_POLICIES }, signal);
      return status === 200 ? [...text.matchAll(POLICY_NAME)].map(([, name = ""]) => name) : undefined;
    },
    hasDistribution: async (signal) => {
      const { status, text } = await aws({ ...CLOUDFRONT, path: "/2020-05-31/distribution?MaxItems=1" }, signal);
      return status === 200 ? text.includes("<DistributionSummary>") : undefined;
    },
    certificateStatus: async (arn, signal) => {
      const body = JSON.stringify({ CertificateArn: arn });
      const headers = json("CertificateManager.DescribeCertificate");
      return read200(certificateAnswer, await aws({ ...at("acm", GLOBAL), headers, body }, signal))?.Certificate.Status;
    },
  };
}

/** Service Quotas has a value for the account only if the quota is adjustable or was changed. */
async function appliedOrDefault(
  ask: (request: { readonly headers: Readonly<Record<string, string>>; readonly body: string }) => Promise<AwsAnswer>,
  { service, code }: QuotaKey,
): Promise<QuotaAnswer> {
  const body = JSON.stringify({ ServiceCode: service, QuotaCode: code });
  const applied = await ask({ headers: json("ServiceQuotasV20190624.GetServiceQuota"), body });
  const isWithout = applied.status !== 200 && applied.text.includes("NoSuchResource");
  const answer = isWithout
    ? await ask({ headers: json("ServiceQuotasV20190624.GetAWSDefaultServiceQuota"), body })
    : applied;
  const read = read200(quotaAnswer, answer)?.Quota;
  return read ? { name: read.QuotaName, value: read.Value } : { refusal: messageIn(answer.text) };
}

/** Parses a successful answer with a schema. Returns undefined for any other answer. */
function read200<T>(schema: z.ZodType<T>, { status, text }: AwsAnswer): T | undefined {
  if (status !== 200) return undefined;
  const read = schema.safeParse(JSON.parse(text));
  return read.success ? read.data : undefined;
}

const LONGEST_MESSAGE = 160;

/** Extracts the message from a service's error, whatever its format. */
export function messageIn(text: string): string {
  const found = /<Message>([^<]+)<\/Message>|"[mM]essage":\s*"([^"]+)"/.exec(text);
  return (found?.[1] ?? found?.[2] ?? text).slice(0, LONGEST_MESSAGE);
}
