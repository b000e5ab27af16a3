import { readSettings, type StageSettings } from "../../../lib/cloud/settings.ts";
import type { AwsAnswer, AwsCall, AwsRequest } from "../../../ops/doctor/aws-call.ts";
import type { Ask } from "../../../ops/doctor/web-checks.ts";

export const ISSUER = "https://identity.example.com";

export const settings = (given: Partial<StageSettings> = {}) =>
  readSettings({ tryGetContext: () => undefined }, { oidcIssuer: ISSUER, ...given, ...{ stage: "dev" } });

export const MEDIA = {
  mediaBucket: "herald-media",
  mediaDeliveryUrl: "https://herald.example.com/media",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",
};

export const provider: Ask = async (url) => {
  const document = url.endsWith("openid-configuration")
    ? { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks` }
    : { keys: [{ kty: "RSA" }] };
  return { status: 200, json: async () => document, text: async () => "" };
};

/** By service; web functions have an address of Lambda's to themselves. */
const ANSWERS: Record<string, unknown> = {
  sts: { GetCallerIdentityResponse: { GetCallerIdentityResult: { Account: "123456789012" } } },
  ssm: { Parameter: { Value: "28" } },
  lambda: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } },
  webFunctions: { accountQuotas: { maxTotalArmVCpus: 64, maxTotalRateLimit: 1000 } },
  servicequotas: { Quota: { QuotaName: "Enough", Value: 100_000 } },
  sns: {},
  "social-messaging": { linkedAccounts: [{}] },
  cloudfront: {},
  acm: { Certificate: { Status: "ISSUED" } },
};

type Answer = (request: AwsRequest) => AwsAnswer | Promise<AwsAnswer>;
const isAnswer = (value: unknown): value is Answer => typeof value === "function";

/** An account that answers as given; a text is a refusal with the service's own message, and a function answers for itself. */
export function account(changes: Record<string, unknown> = {}) {
  const asked: AwsRequest[] = [];
  const aws: AwsCall = async (request) => {
    asked.push(request);
    const key = request.path?.includes("web-account-settings") ? "webFunctions" : request.service;
    const answer = { ...ANSWERS, ...changes }[key];
    if (isAnswer(answer)) return answer(request);
    return typeof answer === "string" ? { status: 400, text: answer } : { status: 200, text: JSON.stringify(answer) };
  };
  return { aws, asked };
}
