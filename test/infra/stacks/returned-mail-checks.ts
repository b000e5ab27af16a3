import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { functionIn, resourcesOf, synthesise } from "./synthesise.ts";
import { VARIANTS } from "./variants.ts";

const DOMAIN = "bounces.example.com";

describe("mails that come back (D45f, D45i)", () => {
  const { data, service } = synthesise({ bounceDomain: DOMAIN });
  const topicOf = () => {
    const topics = resourcesOf(service, "AWS::SNS::Topic");
    return topics.find(([id]) => id.startsWith("ReturnedMail"))?.[0];
  };

  it("are taken for the whole domain, stored, and told of by a topic that only SES of this account may use", () => {
    expect(() =>
      service.hasResourceProperties("AWS::SES::ReceiptRule", {
        RuleSetName: { Ref: Match.anyValue() },
        Rule: {
          Enabled: true,
          Recipients: [DOMAIN],
          Actions: [{ S3Action: { ObjectKeyPrefix: "returned/", TopicArn: { Ref: topicOf() } } }],
        },
      }),
    ).not.toThrow();
    expect(() =>
      service.hasResourceProperties("AWS::SNS::TopicPolicy", {
        Topics: [{ Ref: topicOf() }],
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
            Match.objectLike({
              Action: "sns:Publish",
              Principal: { Service: "ses.amazonaws.com" },
              Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
            }),
          ]),
        },
      }),
    ).not.toThrow();
  });

  it("go to the queue as SES tells of them", () => {
    expect(() =>
      service.hasResourceProperties("AWS::SNS::Subscription", {
        ...{ Protocol: "sqs", RawMessageDelivery: true, TopicArn: { Ref: topicOf() } },
        Endpoint: { "Fn::GetAtt": [Match.stringLikeRegexp("^ReturnedMailQueue"), "Arn"] },
      }),
    ).not.toThrow();
  });

  it("are kept for seven days, in a private bucket without versions that only SES may write to, below one prefix", () => {
    const [, bucket] = resourcesOf(data, "AWS::S3::Bucket").find(([id]) => id === "ReturnedMailBucket") ?? [];
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      {
        ...{ Id: "returned-mail", Status: "Enabled", ExpirationInDays: 7 },
        AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 },
      },
    ]);
    expect(bucket?.Properties.VersioningConfiguration).toBeUndefined();
    expect(Object.values(bucket?.Properties.PublicAccessBlockConfiguration)).toEqual([true, true, true, true]);
    expect(() =>
      data.hasResourceProperties("AWS::S3::BucketPolicy", {
        Bucket: { Ref: "ReturnedMailBucket" },
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({
              ...{ Effect: "Allow", Action: "s3:PutObject", Principal: { Service: "ses.amazonaws.com" } },
              Resource: { "Fn::Join": ["", [{ "Fn::GetAtt": ["ReturnedMailBucket", "Arn"] }, "/returned/*"]] },
              Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
            }),
          ]),
        },
      }),
    ).not.toThrow();
  });

  it("are read by one function, which may read those objects and nothing else of the bucket", () => {
    const policies = resourcesOf(service, "AWS::IAM::Policy").concat(resourcesOf(service, "AWS::IAM::Role"));
    const statements = policies.flatMap(([id, one]) =>
      [
        one.Properties.PolicyDocument,
        ...(one.Properties.Policies ?? []).map((policy: { PolicyDocument: object }) => policy.PolicyDocument),
      ]
        .flatMap((document) => document?.Statement ?? [])
        .filter((statement: object) => JSON.stringify(statement).includes("ReturnedMailBucket"))
        .map((statement: { Action: unknown }) => [id.startsWith("ReceiveReturnedMail"), statement.Action]),
    );
    expect(statements).toEqual([[true, "s3:GetObject"]]);
    const [, reader] = functionIn(service, "receive-returned-mail");
    expect(reader.Properties.Environment.Variables.RETURNED_MAIL_BUCKET).toBeDefined();
    const [, accounts] = functionIn(service, "sending-accounts");
    expect(accounts.Properties.Environment.Variables.BOUNCE_DOMAIN).toBe(DOMAIN);
  });

  it("need no rule set of their own where the settings name the active one", () => {
    const { service: other } = synthesise(VARIANTS.returnedByOtherSet);
    expect(resourcesOf(other, "AWS::SES::ReceiptRuleSet")).toEqual([]);
    expect(() => other.hasResourceProperties("AWS::SES::ReceiptRule", { RuleSetName: "mail" })).not.toThrow();
    expect(resourcesOf(service, "AWS::SES::ReceiptRuleSet")).toHaveLength(1);
  });

  it("cost a stage without a domain neither a rule nor a bucket", () => {
    const { data: plain, service: without } = synthesise();
    expect(resourcesOf(without, "AWS::SES::ReceiptRule")).toEqual([]);
    expect(resourcesOf(plain, "AWS::S3::Bucket")).toHaveLength(1);
  });
});
