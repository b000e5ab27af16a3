import { Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BackoffFunction, type ITopic, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { receiveChatEvent } from "../../../shared/chat/contract/chat-events.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** SQS's longest. */
const KEPT = Duration.days(14);
/** SNS repeats an HTTPS delivery for at most an hour in all: at first quickly, then every minute. */
const RETRIES = {
  numRetries: 60,
  minDelayTarget: Duration.seconds(2),
  maxDelayTarget: Duration.seconds(60),
  backoffFunction: BackoffFunction.EXPONENTIAL,
} as const;

/** The topic that the chat provider publishes its events to: the one of the settings, or one of our own. */
export class ChatTopic extends Construct {
  readonly topic: ITopic;

  constructor(scope: Construct, id: string, existingArn: string | undefined) {
    super(scope, id);
    this.topic = existingArn === undefined ? this.#own() : Topic.fromTopicArn(this, "Topic", existingArn);
  }

  /** Once the webhook is there. What SNS cannot deliver within its hour waits for the operator, and rings. */
  subscribe(baseUrl: string): void {
    const undelivered = new Queue(this, "Undelivered", {
      retentionPeriod: KEPT,
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const reason = "It is the end of the line itself: an operator posts its messages again.";
    for (const id of ["Serverless-SQSRedrivePolicy", "AwsSolutions-SQS3"]) {
      Validations.of(undelivered).acknowledge({ id, reason });
    }
    this.topic.addSubscription(
      new UrlSubscription(`${baseUrl}${receiveChatEvent.path}`, {
        protocol: SubscriptionProtocol.HTTPS,
        // Only a message in SNS's own envelope is signed.
        rawMessageDelivery: false,
        deadLetterQueue: undelivered,
        deliveryPolicy: { healthyRetryPolicy: RETRIES },
      }),
    );
    impactAlarm(this, "UndeliveredEvents", {
      metric: undelivered.metricApproximateNumberOfMessagesVisible({ statistic: "Maximum", period: ALARM_PERIOD }),
      threshold: 0,
      symptom: "The topic service could not hand chat events to the webhook within an hour",
      impact: "customers' messages and the statuses of sent ones are missing until they are posted again",
    });
  }

  #own(): Topic {
    const topic = new Topic(this, "Topic", { displayName: "Herald chat events", enforceSSL: true });
    const provider = new ServicePrincipal("social-messaging.amazonaws.com", {
      conditions: { StringEquals: { "aws:SourceAccount": Stack.of(this).account } },
    });
    topic.grantPublish(provider);
    return topic;
  }
}
