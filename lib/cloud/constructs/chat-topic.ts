import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
import { ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { BackoffFunction, type ITopic, SubscriptionProtocol, Topic } from "aws-cdk-lib/aws-sns";
import { UrlSubscription } from "aws-cdk-lib/aws-sns-subscriptions";
import { Queue, QueueEncryption } from "aws-cdk-lib/aws-sqs";
import { Construct } from "constructs";
import { receiveChatEvent } from "../../../shared/chat/contract/chat-events.ts";
import { ALARM_PERIOD, impactAlarm } from "./impact-alarm.ts";

/** The longest time for which SQS keeps a message. */
const KEPT = Duration.days(14);
/** SNS repeats an HTTPS delivery for an hour at most: quickly at first, then every minute. */
const RETRIES = {
  numRetries: 60,
  minDelayTarget: Duration.seconds(2),
  maxDelayTarget: Duration.seconds(60),
  backoffFunction: BackoffFunction.EXPONENTIAL,
} as const;

/** The period is so long that almost every event and its delivery count in the same period. */
const UNHEARD_PERIOD = Duration.hours(1);

/**
 * Represents the topic to which the chat provider publishes its events: an existing one from the settings, or a new
 * one.
 */
export class ChatTopic extends Construct {
  readonly topic: ITopic;

  constructor(scope: Construct, id: string, existingArn: string | undefined) {
    super(scope, id);
    this.topic = existingArn === undefined ? this.#own() : Topic.fromTopicArn(this, "Topic", existingArn);
  }

  /**
   * Subscribes the webhook once the front door exists. Messages that SNS cannot deliver within an hour are kept for the
   * operator and ring an alarm.
   */
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
    const endpoint = `${baseUrl}${receiveChatEvent.path}`;
    this.topic.addSubscription(
      new UrlSubscription(endpoint, {
        protocol: SubscriptionProtocol.HTTPS,
        // SNS signs only messages in its own envelope.
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
    this.#alarmUnheard();
    this.#tell("Arn", this.topic.topicArn, "The topic that chat events are taken from");
    this.#tell("Endpoint", endpoint, "Where the topic service posts them to");
  }

  /**
   * CloudFormation does not tell an unconfirmed subscription from any other, but the topic drops its events. Only this
   * alarm notices.
   */
  #alarmUnheard(): void {
    const usingMetrics = {
      published: this.topic.metricNumberOfMessagesPublished({ period: UNHEARD_PERIOD, statistic: "Sum" }),
      delivered: this.topic.metricNumberOfNotificationsDelivered({ period: UNHEARD_PERIOD, statistic: "Sum" }),
    };
    const expression = "IF(published > 0 AND FILL(delivered, 0) == 0, published, 0)";
    const label = "events that nobody was handed";
    impactAlarm(this, "UnheardEvents", {
      metric: new MathExpression({ expression, label, usingMetrics, period: UNHEARD_PERIOD }),
      threshold: 0,
      symptom: "Chat events are published, and the topic service hands none of them on",
      impact: "customers' messages and the statuses of sent ones are lost",
    });
  }

  #tell(name: string, value: string, description: string): void {
    new CfnOutput(this, name, { value, description }).overrideLogicalId(`ChatTopic${name}`);
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
