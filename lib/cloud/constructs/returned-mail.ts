import { CfnOutput, Stack } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import type { Bucket } from "aws-cdk-lib/aws-s3";
import { CfnReceiptRule, CfnReceiptRuleSet } from "aws-cdk-lib/aws-ses";
import { Topic } from "aws-cdk-lib/aws-sns";
import { SqsSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import type { Settings } from "../settings.ts";
import { RETURNED_PREFIX } from "./returned-mail-bucket.ts";

export interface ReturnedMailProps extends Pick<Settings, "stage" | "receiptRuleSet"> {
  readonly bounceDomain: string;
  readonly bucket: Bucket;
  readonly queue: Queue;
}

/**
 * Takes the mails for a domain: SES stores each as an object and tells a topic of it, which hands the message to the
 * queue as it is. The topic is there because only its message names the addresses of the envelope.
 */
export class ReturnedMail extends Construct {
  constructor(scope: Construct, id: string, { stage, receiptRuleSet, bounceDomain, bucket, queue }: ReturnedMailProps) {
    super(scope, id);
    const topic = new Topic(this, "Topic", { displayName: "Herald returned mail", enforceSSL: true });
    const receipt = new ServicePrincipal("ses.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
    });
    const published = topic.grantPublish(receipt);
    topic.addSubscription(new SqsSubscription(queue, { rawMessageDelivery: true }));
    const rule = new CfnReceiptRule(this, "Rule", {
      ruleSetName: receiptRuleSet ?? this.#ownSet(stage),
      rule: {
        name: `herald-${stage}-returned-mail`,
        enabled: true,
        recipients: [bounceDomain],
        // Nothing of a mail but its report is read, so nobody needs to be told what else is in it.
        scanEnabled: false,
        actions: [
          {
            s3Action: {
              bucketName: bucket.bucketName,
              objectKeyPrefix: RETURNED_PREFIX,
              topicArn: topic.topicArn,
            },
          },
        ],
      },
    });
    // SES tries the topic when the rule is made.
    published.applyBefore(rule);
  }

  /** CloudFormation cannot make a rule set the active one, and an account has one active set in a region. */
  #ownSet(stage: string): string {
    const set = new CfnReceiptRuleSet(this, "RuleSet", { ruleSetName: `herald-${stage}` });
    const description =
      "Make this rule set the active one, so that mails come back: aws ses set-active-receipt-rule-set";
    new CfnOutput(this, "RuleSetName", { value: set.ref, description }).overrideLogicalId("ReceiptRuleSet");
    return set.ref;
  }
}
