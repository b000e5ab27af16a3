import { Queue } from "aws-cdk-lib/aws-sqs";
import { describe, expect, it } from "vitest";
import { ELSEWHERE, nagFindings } from "./synthesise.ts";

/** The names of these findings contain a generated id, so that no construct can acknowledge them by name. */
const ACCEPTED = [
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::[^\]]*ContentBucketArn[^\]]*\/(bodies|later|templates|sandbox|uploads|attachments|attachments-later)\/\*\] at /,
    reason: "Objects have one key per notification, template or file: the grant ends at their common prefix.",
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:social-messaging:\*:<AWS::AccountId>:(waba|phone-number-id)\/\*\] at /,
    reason: "Business accounts and numbers are linked while the service runs, in any region.",
  },
  {
    finding: /^AwsSolutions-IAM5\[Resource::arn:[^\]]*\/\*\] at herald-panel-[a-z]+\/Custom::CDKBucketDeployment/,
    reason: "The CDK's own copying function, from its bucket of assets into the panel's; it runs at deployments only.",
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::\*\] at herald-service-[a-z]+\/(SendingAccountTest|DeliverNotification|WebhookTest|DeliverWebhooks)\//,
    reason:
      "Lambda looks for its network interfaces, by actions that know no resources; the function's code is denied them.",
  },
  {
    finding:
      /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:ec2:[^\]]+:\*\/\*\] at herald-service-[a-z]+\/(SendingAccountTest|DeliverNotification|WebhookTest|DeliverWebhooks)\//,
    reason: "Lambda manages its network interfaces, whose ids nobody knows before; the function's code is denied it.",
  },
];

describe("the stacks", () => {
  it("pass cdk-nag's packs AwsSolutions and Serverless, but for what is acknowledged with a reason", () => {
    // Both packs must report this badly configured queue, which proves that they run.
    const network = { vpcId: "vpc-0a1b2c3d", subnetIds: "subnet-0a1b2c3d,subnet-0b1b2c3d", ...ELSEWHERE };
    const findings = nagFindings(({ service }) => new Queue(service, "Plain"), network);
    const unexplained = findings.filter((found) => !ACCEPTED.some(({ finding }) => finding.test(found)));
    expect(unexplained.filter((found) => !found.includes("/Plain/"))).toEqual([]);
    expect(unexplained).toEqual(
      expect.arrayContaining([
        "AwsSolutions-SQS4 at herald-service-dev/Plain/Resource",
        "Serverless-SQSRedrivePolicy at herald-service-dev/Plain/Resource",
      ]),
    );
    for (const { finding } of ACCEPTED) expect(findings.some((found) => finding.test(found))).toBe(true);
  });
});
