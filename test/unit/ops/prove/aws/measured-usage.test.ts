import { describe, expect, it } from "vitest";
import { awsAt } from "../../../../../ops/prove/aws/aws-at.ts";
import { measuredUsage } from "../../../../../ops/prove/aws/measured-usage.ts";
import { aDeployedStage } from "../../../../support/a-deployed-stage.ts";
import { ProofAccount } from "../../../../support/a-proof-account.ts";

const resource = (ResourceType: string, LogicalResourceId: string, PhysicalResourceId: string) => ({
  ResourceType,
  LogicalResourceId,
  PhysicalResourceId,
});

describe("measuredUsage()", () => {
  it("adds up tables with their indexes, functions with their memory, and queues, minute by minute", async () => {
    const account = new ProofAccount("prove-a1");
    const asked: string[] = [];
    const aws = awsAt((request, signal) => {
      asked.push(request.body ?? "");
      return account.aws(request, signal);
    }, "eu-central-1");
    const resources = [
      resource("AWS::DynamoDB::GlobalTable", "EphemeralTable", "t-1"),
      resource("AWS::Lambda::Function", "NotificationsFunction0A1B2C3D", "fn-1"),
      resource("AWS::Lambda::Function", "SomethingElse", "fn-2"),
      resource("AWS::SQS::Queue", "DeliveryQueue", "https://sqs.eu-central-1.amazonaws.com/1/q-1"),
      resource("AWS::IAM::Role", "Role", "r-1"),
    ];
    const options = { aws, resources, deployed: aDeployedStage(), firstLookMs: 1, lookMs: 1 };
    const period = { fromMs: Date.parse("2026-11-27T05:00:30Z"), toMs: Date.parse("2026-11-27T05:03:01Z") };
    // Every metric is 2 in this account; a function of a gigabyte that ran 2 ms used 0.002 gigabyte-seconds.
    expect(await measuredUsage(options, period, new AbortController().signal)).toEqual({
      tableWriteUnits: 2,
      tableReadUnits: 2,
      functionCalls: 4,
      functionGigabyteSeconds: 0.002,
      queueRequests: 8,
    });
    // One value changes at every look.
    let value = 0;
    const changing = awsAt(async (request, signal) => {
      const { status, text } = await account.aws(request, signal);
      value += 1;
      return { status, text: text.replace("1.0", String(value)) };
    }, "eu-central-1");
    expect(await measuredUsage({ ...options, aws: changing }, period, new AbortController().signal)).toMatchObject({
      isUnsettled: true,
    });
    const first = new URLSearchParams(asked[0]);
    expect([first.get("StartTime"), first.get("EndTime")]).toEqual([
      "2026-11-27T05:00:00.000Z",
      "2026-11-27T05:04:00.000Z",
    ]);
    expect([...first.values()]).toEqual(expect.arrayContaining(["QueueName", "q-1", "TableName", "t-1"]));
  });
});
