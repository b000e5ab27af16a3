import { CfnOutput, Duration, RemovalPolicy, Stack, Validations } from "aws-cdk-lib";
import { MathExpression } from "aws-cdk-lib/aws-cloudwatch";
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

/** Long enough that an event and its delivery are counted in the same period, but for one in very many. */
const UNHEARD_PERIOD = Duration.hours(1);

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
    const endpoint = `${baseUrl}${receiveChatEvent.path}`;
    this.topic.addSubscription(
      new UrlSubscription(endpoint, {
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
    this.#alarmUnheard();
    this.#tell("Arn", this.topic.topicArn, "The topic that chat events are taken from");
    this.#tell("Endpoint", endpoint, "Where the topic service posts them to");
  }

  /** A subscription that nobody confirmed looks like any other to CloudFormation, and the topic service drops its events. */
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
