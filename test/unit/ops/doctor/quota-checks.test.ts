import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { StageSettings } from "../../../../lib/cloud/settings.ts";
import { functions } from "../../../../lib/functions.ts";
import type { AwsAnswer, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { awsQuestions } from "../../../../ops/doctor/aws-questions.ts";
import { runChecks } from "../../../../ops/doctor/check.ts";
import { LEAST_CONCURRENCY, quotaChecks } from "../../../../ops/doctor/quota-checks.ts";
import { quotasOf } from "../../../../ops/doctor/quotas.ts";
import { account, MEDIA, settings } from "./account.ts";

const question = z.object({ ServiceCode: z.string(), QuotaCode: z.string() });
const codeIn = ({ body = "" }: AwsRequest) => question.parse(JSON.parse(body)).QuotaCode;
const operationOf = ({ headers = {} }: AwsRequest) => headers["x-amz-target"];
const APPLIED = "ServiceQuotasV20190624.GetServiceQuota";

const quota = (Value: number, QuotaName = "As AWS calls it"): AwsAnswer => ({
  status: 200,
  text: JSON.stringify({ Quota: { QuotaName, Value } }),
});
const refusal = (type: string, message: string): AwsAnswer => ({
  status: 400,
  text: JSON.stringify({ __type: type, Message: message }),
});

async function examined(changes: Record<string, unknown>, given: Partial<StageSettings> = {}) {
  const { aws, asked } = account(changes);
  const found = await runChecks(quotaChecks(settings(given), awsQuestions(aws, "eu-central-1")));
  return { found, asked, of: (name: string) => found.find((one) => one.name === name) };
}

describe("quotaChecks()", () => {
  it("says for each quota what the account has, by AWS's name, and what a stage needs", async () => {
    const { found, of } = await examined({ servicequotas: () => quota(40_000, "Maximum number of tables") }, MEDIA);
    expect(found.map(({ result }) => result)).not.toContain("failed");
    expect(found.map(({ name }) => name)).toEqual([
      "Lambda concurrency",
      ...quotasOf(settings(MEDIA)).map(({ name }) => name),
    ]);
    expect(of("DynamoDB tables")?.seen).toBe("40000 of the account (Maximum number of tables); a stage needs 7");
  });

  it("asks in us-east-1 for what has no regions, and in the stage's own for the rest", async () => {
    const { asked } = await examined({}, MEDIA);
    const hosts = new Map(
      asked.filter(({ service }) => service === "servicequotas").map((request) => [codeIn(request), request.host]),
    );
    for (const { code, isGlobal } of quotasOf(settings(MEDIA)))
      expect(hosts.get(code)).toBe(`servicequotas.${isGlobal ? "us-east-1" : "eu-central-1"}.amazonaws.com`);
  });

  it("fails where a deployment would break off, and says how much to ask for, where", async () => {
    const { of } = await examined({
      servicequotas: (request: AwsRequest) => quota(codeIn(request) === "L-CF0D4FC5" ? 1 : 99_999),
    });
    expect(of("CloudFront header policies")).toMatchObject({
      result: "failed",
      seen: expect.stringMatching(/^1 of the account .* a stage needs 2$/),
      advice: "ask Service Quotas in us-east-1 for at least 2 of cloudfront/L-CF0D4FC5",
    });
  });

  const policies = (...names: string[]) => ({
    status: 200,
    text: `<ResponseHeadersPolicyList><Quantity>${names.length}</Quantity><Items>${names
      .map(
        (name) =>
          `<ResponseHeadersPolicySummary><Type>custom</Type><ResponseHeadersPolicy><Id>1</Id><ResponseHeadersPolicyConfig>
          <Comment>Herald: PageHeaders</Comment><Name>${name}</Name><CustomHeadersConfig><Quantity>1</Quantity><Items><ResponseHeadersPolicyCustomHeader>
          <Header>cache-control</Header></ResponseHeadersPolicyCustomHeader></Items></CustomHeadersConfig></ResponseHeadersPolicyConfig></ResponseHeadersPolicy></ResponseHeadersPolicySummary>`,
      )
      .join("")}</Items></ResponseHeadersPolicyList>`,
  });

  it("compares what other stages, and this one in other regions, leave of the header policies", async () => {
    const others = ["herald-service-prod-0a1b2c3d-eu-central-1", "herald-service-dev-0a1b2c3d-us-east-1", "mine"];
    const own = ["herald-service-dev-0a1b2c3d-eu-central-1", "herald-service-dev-99999999-eu-central-1"];
    const name = "CloudFront header policies";
    const answers = (limit: number) => ({
      servicequotas: () => quota(limit),
      cloudfront: () => policies(...own, ...others),
    });
    expect((await examined(answers(5))).of(name)).toMatchObject({
      result: "ok",
      seen: "5 of the account (As AWS calls it), 3 of them taken by others; a stage needs 2",
    });
    expect((await examined(answers(4))).of(name)).toMatchObject({
      result: "failed",
      advice: "ask Service Quotas in us-east-1 for at least 5 of cloudfront/L-CF0D4FC5",
    });
    const unlisted = { servicequotas: () => quota(4), cloudfront: "<Message>denied</Message>" };
    expect((await examined(unlisted)).of(name)).toMatchObject({
      result: "ok",
      seen: expect.not.stringContaining("taken"),
    });
  });

  it("only warns where a stage is slower than its settings promise", async () => {
    const { of } = await examined({ servicequotas: () => quota(2500) }, { gatewayRequestsPerSecond: 3000 });
    expect(of("API Gateway requests per s")).toMatchObject({
      result: "warning",
      advice: "ask Service Quotas in eu-central-1 for at least 3000 of apigateway/L-8A5B8E43",
    });
    expect(of("DynamoDB writes per table")?.result).toBe("warning");
  });

  it("takes the default where the account has no value of its own", async () => {
    const { of, asked } = await examined({
      servicequotas: (request: AwsRequest) =>
        operationOf(request) === APPLIED ? refusal("NoSuchResourceException", "none") : quota(1000),
    });
    expect(of("IAM roles")).toMatchObject({ result: "ok", seen: expect.stringContaining("1000 of the account") });
    const operations = asked.filter(({ body = "" }) => body.includes("L-FE177D64")).map(operationOf);
    expect(operations).toEqual([APPLIED, "ServiceQuotasV20190624.GetAWSDefaultServiceQuota"]);
  });

  it("skips what may not be read, in AWS's own words, and asks for no default then", async () => {
    const { found, asked } = await examined({
      servicequotas: () => refusal("AccessDeniedException", "not authorized"),
    });
    const quotas = found.filter(({ name }) => name !== "Lambda concurrency");
    expect(quotas).toHaveLength(quotasOf(settings()).length);
    for (const one of quotas)
      expect(one).toMatchObject({ result: "skipped", seen: "it cannot be read: not authorized" });
    expect(asked.filter(({ service }) => service === "servicequotas")).toHaveLength(quotas.length);
  });

  it("has one call under way per region, and gives up once there is no answer", async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    const slow = async ({ host }: AwsRequest) => {
      most = Math.max(most, (underWay.get(host) ?? 0) + 1);
      underWay.set(host, (underWay.get(host) ?? 0) + 1);
      await new Promise(setImmediate);
      underWay.set(host, (underWay.get(host) ?? 0) - 1);
      return quota(99_999);
    };
    await examined({ servicequotas: slow }, MEDIA);
    expect(most).toBe(1);
    const nowhere = () => Promise.reject(new Error("getaddrinfo ENOTFOUND"));
    const { found, asked } = await examined({ servicequotas: nowhere }, MEDIA);
    expect(asked.filter(({ service }) => service === "servicequotas")).toHaveLength(2);
    expect(found.filter(({ result }) => result === "skipped")).toHaveLength(found.length - 1);
  });

  it.each([
    [10, 10, "failed", "stand in each other's way"],
    [1000, 90, "failed", "other functions have reserved the rest"],
    [400, 400, "warning", "400 of the account, 400 of them unreserved; a stage needs 250"],
    [1000, 900, "warning", "900 of them unreserved"],
    [3000, 2000, "ok", "3000 of the account"],
  ])("judges a concurrency of %i, %i of them unreserved: %s", async (limit, unreserved, result, seen) => {
    const AccountLimit = { ConcurrentExecutions: limit, UnreservedConcurrentExecutions: unreserved };
    const { of } = await examined({ lambda: { AccountLimit } });
    expect(of("Lambda concurrency")).toMatchObject({ result, seen: expect.stringContaining(seen) });
    if (result !== "ok") expect(of("Lambda concurrency")?.advice).toContain("1000 of lambda/L-B99A9384");
  });

  it("asks for no less concurrency than the queues' workers may take", () => {
    const workers = functions.map(({ trigger }) => (trigger.kind === "queue" ? trigger.maxConcurrency : 0));
    expect(LEAST_CONCURRENCY).toBeGreaterThan(workers.reduce((sum, most) => sum + most, 0));
  });
});
