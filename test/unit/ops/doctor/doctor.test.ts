import { describe, expect, it } from "vitest";
import type { StageSettings } from "../../../../lib/cloud/settings.ts";
import type { AwsCall, AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { type Check, ok, report, runChecks, warning } from "../../../../ops/doctor/check.ts";
import { cloudChecks } from "../../../../ops/doctor/cloud-checks.ts";
import type { Ask } from "../../../../ops/doctor/web-checks.ts";
import { account, ISSUER, MEDIA, provider, settings, stackXml, subscriptionsXml, WEBHOOK } from "./account.ts";

async function examined(given: Partial<StageSettings> = {}, aws: AwsCall | undefined = account().aws) {
  const checks = cloudChecks({ settings: settings(given), region: "eu-central-1", aws, ask: provider });
  return new Map((await runChecks(checks)).map((found) => [found.name, found]));
}

describe("cloudChecks()", () => {
  it("is content with an account that has everything", async () => {
    const found = await examined({
      account: "123456789012",
      alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:on-call",
      domainName: "herald.example.com",
      certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
    });
    expect([...found.values()].filter(({ result }) => result === "failed" || result === "warning")).toEqual([]);
    expect(found.get("account and region")).toMatchObject({ result: "ok", seen: "123456789012 in eu-central-1" });
    expect(found.get("certificate")?.result).toBe("ok");
  });

  it("says that credentials are missing, and looks at what needs none", async () => {
    const checks = cloudChecks({ settings: settings(), region: undefined, aws: undefined, ask: provider });
    const found = await runChecks(checks);
    expect(found.map(({ name, result }) => [name, result])).toEqual([
      ["account", "failed"],
      ["identity provider", "ok"],
      ["panel sign-in", "ok"],
    ]);
    expect(report(found)).toContain("AWS credentials are missing");
    expect(report(found)).toContain("-> aws configure sso");
  });

  it.each<[string, string, Partial<StageSettings>, Record<string, unknown>, string]>([
    ["account and region", "failed", { account: "999999999999" }, {}, "credentials of 123456789012"],
    ["account and region", "failed", {}, { sts: "expired" }, "refused in eu-central-1"],
    ["CDK bootstrap", "failed", {}, { ssm: '{"message":"no such parameter"}' }, "eu-central-1 has none"],
    ["alarm topic", "skipped", {}, {}, "dashboard"],
    [
      "alarm topic",
      "failed",
      { alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:on-call" },
      { sns: '{"Error":{"Message":"Topic does not exist"}}' },
      "Topic does not exist",
    ],
    [
      "chat topic",
      "failed",
      { chatTopicArn: "arn:aws:sns:us-west-2:123456789012:chat" },
      {},
      "arn:aws:sns:us-west-2:123456789012:chat is not of eu-central-1",
    ],
    ["business account", "warning", {}, { "social-messaging": { linkedAccounts: [] } }, "none is linked"],
    [
      "business account",
      "warning",
      {},
      { "social-messaging": { linkedAccounts: [{ registrationStatus: "INCOMPLETE" }] } },
      "none with a complete registration",
    ],
    [
      "business account",
      "warning",
      { chatTopicArn: "arn:aws:sns:eu-central-1:123456789012:chat" },
      { "social-messaging": { linkedAccounts: [{ registrationStatus: "COMPLETE", eventDestinations: [] }] } },
      "none with events to the chat topic",
    ],
    ["business account", "warning", {}, { "social-messaging": '{"message":"denied"}' }, "denied"],
  ])("finds what is wrong with the %s (%s)", async (name, result, given, answers, seen) => {
    const found = (await examined(given, account(answers).aws)).get(name);
    expect(found).toMatchObject({ result, seen: expect.stringContaining(seen) });
    expect(found?.advice).toBeTruthy();
  });

  const PENDING = "PendingConfirmation";
  const OURS = "arn:aws:sns:eu-central-1:123456789012:chat:6b0e71bd";
  const OTHERS = "https://other.example.com/webhooks/cloud/topic/chat";
  it.each<[string, string, Record<string, unknown>, string]>([
    ["confirmed", "ok", {}, "confirmed"],
    [
      "confirmed among others",
      "ok",
      {
        sns: subscriptionsXml([
          [OTHERS, PENDING],
          [WEBHOOK, OURS],
        ]),
      },
      "confirmed",
    ],
    [
      "pending",
      "failed",
      {
        sns: subscriptionsXml([
          [WEBHOOK, PENDING],
          [OTHERS, OURS],
        ]),
      },
      "waits for its confirmation",
    ],
    ["deleted", "failed", { sns: subscriptionsXml([[WEBHOOK, "Deleted"]]) }, "does not know"],
    ["missing", "failed", { sns: subscriptionsXml([[OTHERS, OURS]]) }, "does not know"],
    ["of a topic that may not be read", "warning", { sns: "<Message>not authorized</Message>" }, "not authorized"],
    [
      "of no deployment yet",
      "skipped",
      { cloudformation: "<Message>Stack does not exist</Message>" },
      "does not exist",
    ],
    ["of an older deployment", "skipped", { cloudformation: stackXml({ BaseUrl: "https://x" }) }, "does not say"],
  ])("says of a chat subscription that is %s: %s", async (_what, result, answers, seen) => {
    const found = (await examined({}, account(answers).aws)).get("chat subscription");
    expect(found).toMatchObject({ result, seen: expect.stringContaining(seen) });
    expect(found?.advice === undefined).toBe(result === "ok");
  });

  it("looks for its chat subscription on every page of the list, and at most on ten", async () => {
    let pages = 0;
    const sns = (request: AwsRequest) => {
      pages += 1;
      const isLast = request.body?.includes("NextToken=page-2") === true;
      return (isLast ? subscriptionsXml([[WEBHOOK, OURS]]) : subscriptionsXml([[OTHERS, OURS]], `page-${pages}`))(
        request,
      );
    };
    expect((await examined({}, account({ sns }).aws)).get("chat subscription")?.result).toBe("ok");
    expect(pages).toBe(3);
    pages = 0;
    const endless = (request: AwsRequest) => {
      pages += 1;
      return subscriptionsXml([[OTHERS, OURS]], `page ${pages}`)(request);
    };
    expect((await examined({}, account({ sns: endless }).aws)).get("chat subscription")?.result).toBe("failed");
    expect(pages).toBe(10);
  });

  it("does not hold a region without the chat service against an email deployment", async () => {
    const { aws } = account();
    const elsewhere: AwsCall = async (request, signal) => {
      if (request.service === "social-messaging") throw new Error("getaddrinfo ENOTFOUND");
      return aws(request, signal);
    };
    const found = (await examined({}, elsewhere)).get("business account");
    expect(found).toMatchObject({ result: "warning", seen: "no End User Messaging Social in eu-central-1" });
  });

  it.each([
    [403, "ok"],
    [404, "failed"],
  ])("judges an upload server that answers %i to strangers as %s", async (status, result) => {
    const ask: Ask = async (url, options) =>
      url === "https://uploads.example.com/"
        ? { status, json: async () => ({}), text: async () => "" }
        : provider(url, options);
    const given = settings({ ...MEDIA, uploadServerDomain: "uploads.example.com" });
    const found = await runChecks(cloudChecks({ settings: given, region: "eu-central-1", aws: account().aws, ask }));
    expect(found.find(({ name }) => name === "upload server")?.result).toBe(result);
  });

  it.each([
    ["ok", 200, "<DistributionList><DistributionSummary></DistributionSummary></DistributionList>"],
    ["warning", 200, "<DistributionList><Quantity>0</Quantity></DistributionList>"],
    ["skipped", 403, "<Message>not authorized</Message>"],
  ])("says whether the account is known to be verified for distributions (%s)", async (result, status, text) => {
    const { aws } = account({ cloudfront: () => ({ status, text }) });
    const found = (await examined({}, aws)).get("CloudFront account");
    expect(found?.result).toBe(result);
  });

  it("asks for no upload server where a stage takes no uploads", async () => {
    const found = (await examined({ uploads: false }, account().aws)).get("upload server");
    expect(found).toMatchObject({ result: "skipped", seen: "this stage takes no uploads" });
  });

  it("finds that a linked account publishes its events to the stage's own topic", async () => {
    const chatTopicArn = "arn:aws:sns:eu-central-1:123456789012:chat";
    const linked = { registrationStatus: "COMPLETE", eventDestinations: [{ eventDestinationArn: chatTopicArn }] };
    const { aws } = account({ "social-messaging": { linkedAccounts: [linked, { registrationStatus: "COMPLETE" }] } });
    const found = (await examined({ chatTopicArn }, aws)).get("business account");
    expect(found).toMatchObject({ result: "ok", seen: "1 linked in eu-central-1, with events to the chat topic" });
  });

  it("finds a public key that is not there", async () => {
    const refusal = "<ErrorResponse><Error><Message>The public key does not exist.</Message></Error></ErrorResponse>";
    const found = (await examined(MEDIA, account({ cloudfront: refusal }).aws)).get("media signing key");
    expect(found).toMatchObject({ result: "failed", seen: "K2JCJMDEHXQW5F: The public key does not exist." });
  });

  it.each([
    ["ok", { accountQuotas: { maxTotalArmVCpus: 64, maxTotalRateLimit: 1000 } }, "64 vCPUs"],
    ["failed", { accountQuotas: { maxTotalArmVCpus: 0, maxTotalRateLimit: 1000 } }, "0 vCPUs"],
    ["warning", () => ({ status: 403, text: '{"Message":"not authorized"}' }), "not authorized"],
    ["failed", '{"Message":"Unknown operation"}', "does not say that it has Lambda Web Functions: Unknown operation"],
  ])("says whether the region has web functions for uploads (%s)", async (result, webFunctions, seen) => {
    const found = (await examined(MEDIA, account({ webFunctions }).aws)).get("upload server");
    expect(found).toMatchObject({ result, seen: expect.stringContaining(seen) });
  });

  it("asks a topic where the stacks are, and a certificate where CloudFront wants it", async () => {
    const { aws, asked } = account();
    await examined(
      {
        chatTopicArn: "arn:aws:sns:eu-central-1:123456789012:chat",
        domainName: "herald.example.com",
        certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
      },
      aws,
    );
    const hosts = asked.map(({ host }) => host);
    expect(hosts).toEqual(expect.arrayContaining(["sns.eu-central-1.amazonaws.com", "acm.us-east-1.amazonaws.com"]));
  });

  const asking =
    (more: object): Ask =>
    async (url) => ({
      status: 200,
      json: async () =>
        url.endsWith("openid-configuration")
          ? { issuer: ISSUER, jwks_uri: `${ISSUER}/jwks`, token_endpoint: `${ISSUER}/token`, ...more }
          : { keys: [{ kty: "RSA" }] },
      text: async () => "",
    });
  const COGNITO = "https://herald.auth.eu-central-1.amazoncognito.com";
  const ELSEWHERE = { token_endpoint: `${COGNITO}/oauth2/token`, userinfo_endpoint: `${COGNITO}/oauth2/userInfo` };
  it.each<[string, string, object, Partial<StageSettings>, string, string | undefined]>([
    ["has all on its own origin", "ok", {}, {}, ISSUER, undefined],
    ["has its token endpoint elsewhere", "failed", ELSEWHERE, {}, COGNITO, `oidcOrigins: ["${COGNITO}"]`],
    ["has it on an origin of the settings", "ok", ELSEWHERE, { oidcOrigins: [COGNITO] }, COGNITO, undefined],
    [
      "asks for user info elsewhere",
      "failed",
      { userinfo_endpoint: "https://openidconnect.example.com/v1" },
      { oidcOrigins: [COGNITO] },
      "https://openidconnect.example.com",
      `oidcOrigins: ["${COGNITO}","https://openidconnect.example.com"]`,
    ],
    ["has no token endpoint", "failed", { token_endpoint: undefined }, {}, "token_endpoint", "oidcIssuer"],
    [
      "does not know the scope for refreshing",
      "warning",
      { scopes_supported: ["openid", "email", "profile"] },
      {},
      "offline_access",
      'panelScope: "openid profile email"',
    ],
    ["does not say its scopes", "ok", { scopes_supported: undefined }, {}, ISSUER, undefined],
  ])("says of a provider that %s, for the panel: %s", async (_what, result, document, given, seen, advice) => {
    const checks = cloudChecks({ settings: settings(given), region: undefined, aws: undefined, ask: asking(document) });
    const found = (await runChecks(checks)).find(({ name }) => name === "panel sign-in");
    expect(found).toMatchObject({ result, seen: expect.stringContaining(seen) });
    if (advice === undefined) expect(found?.advice).toBeUndefined();
    else expect(found?.advice).toContain(advice);
  });

  it("names an issuer that calls itself something else", async () => {
    const other: Ask = async () => ({
      status: 200,
      json: async () => ({ issuer: "https://other.example.com", jwks_uri: `${ISSUER}/jwks` }),
      text: async () => "",
    });
    const [, found] = await runChecks(
      cloudChecks({ settings: settings(), region: undefined, aws: undefined, ask: other }),
    );
    expect(found).toMatchObject({ result: "failed", seen: "calls itself https://other.example.com" });
  });
});

describe("runChecks()", () => {
  const check = (name: string, look: Check["look"]): Check => ({ name, look });

  it("ends a check that hangs, takes what is thrown for a failure, and keeps the order", async () => {
    const found = await runChecks(
      [
        check("hangs", () => new Promise(() => {})),
        check("throws", async () => {
          throw new Error("fetch failed", { cause: new Error("connect ECONNREFUSED") });
        }),
        check("well", async () => ok("fine")),
        check("odd", async () => warning("hm", "look closer")),
      ],
      30,
    );
    expect(found.map(({ name, result, seen }) => [name, result, seen])).toEqual([
      ["hangs", "failed", "no answer within 0.03 s"],
      ["throws", "failed", "fetch failed: connect ECONNREFUSED"],
      ["well", "ok", "fine"],
      ["odd", "warning", "hm"],
    ]);
    expect(report(found)).toContain("1 ok, 1 warnings, 2 failed, 0 skipped");
  });
});
