import { readSettings, type StageSettings } from "../../../../lib/cloud/settings.ts";
import type { AwsAnswer, AwsCall, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import type { Ask } from "../../../../ops/doctor/web-checks.ts";

type Answer = (request: AwsRequest) => AwsAnswer | Promise<AwsAnswer>;

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
    ? { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks`, token_endpoint: `${ISSUER}/token` }
    : { keys: [{ kty: "RSA" }] };
  return { status: 200, json: async () => document, text: async () => "" };
};

export const TOPIC = "arn:aws:sns:eu-central-1:123456789012:chat";
export const WEBHOOK = "https://d1.cloudfront.net/webhooks/cloud/topic/chat";
const element = ([name, value]: readonly [string, string]) => `<${name}>${value}</${name}>`;
const members = (all: readonly Record<string, string>[]) =>
  all.map((one) => `<member>${Object.entries(one).map(element).join("")}</member>`).join("\n");
const xml =
  (text: string): Answer =>
  () => ({ status: 200, text });

/** Returns an answer as CloudFormation gives it (API Reference, "DescribeStacks"). */
export const stackXml = (outputs: Record<string, string>): Answer => {
  const listed = Object.entries(outputs).map(([OutputKey, OutputValue]) => ({ OutputKey, OutputValue }));
  const stack = `<StackName>herald-service-dev</StackName><Outputs>${members(listed)}</Outputs><Tags>${members([{ Key: "stage", Value: "dev" }])}</Tags>`;
  return xml(
    `<DescribeStacksResponse><DescribeStacksResult><Stacks><member>${stack}</member></Stacks></DescribeStacksResult></DescribeStacksResponse>`,
  );
};

/**
 * Returns an answer as SNS gives it (API Reference, "ListSubscriptionsByTopic"): endpoints with the ARN of their
 * subscription, or with the text instead of the ARN.
 */
export const subscriptionsXml = (all: readonly (readonly [string, string])[], nextToken = ""): Answer => {
  const listed = all.map(([Endpoint, SubscriptionArn]) => ({
    TopicArn: TOPIC,
    Protocol: "https",
    SubscriptionArn,
    Owner: "123456789012",
    Endpoint,
  }));
  const next = nextToken === "" ? "" : `<NextToken>${nextToken}</NextToken>`;
  return xml(
    `<ListSubscriptionsByTopicResponse><ListSubscriptionsByTopicResult><Subscriptions>${members(listed)}</Subscriptions>${next}</ListSubscriptionsByTopicResult></ListSubscriptionsByTopicResponse>`,
  );
};

/** Maps services to answers. Web functions have an address of their own at Lambda. */
const ANSWERS: Record<string, unknown> = {
  sts: { GetCallerIdentityResponse: { GetCallerIdentityResult: { Account: "123456789012" } } },
  ssm: { Parameter: { Value: "28" } },
  lambda: { AccountLimit: { ConcurrentExecutions: 1000, UnreservedConcurrentExecutions: 1000 } },
  webFunctions: { accountQuotas: { maxTotalArmVCpus: 64, maxTotalRateLimit: 1000 } },
  servicequotas: { Quota: { QuotaName: "Enough", Value: 100_000 } },
  sns: subscriptionsXml([[WEBHOOK, "arn:aws:sns:eu-central-1:123456789012:chat:6b0e71bd"]]),
  cloudformation: stackXml({ ChatTopicArn: TOPIC, ChatTopicEndpoint: WEBHOOK, BaseUrl: "https://d1.cloudfront.net" }),
  "social-messaging": { linkedAccounts: [{}] },
  cloudfront: xml("<DistributionList><DistributionSummary></DistributionSummary></DistributionList>"),
  acm: { Certificate: { Status: "ISSUED" } },
};

const isAnswer = (value: unknown): value is Answer => typeof value === "function";

/**
 * Creates an account that answers as given. A text is a refusal with the service's own message, and a function answers
 * itself.
 */
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
