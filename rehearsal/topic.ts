import * as z from "zod";
import type { TopicObserver } from "../local/world/chat-simulator/topic/topic-publisher.ts";
import type { Account } from "./iam/account.ts";
import type { PutMetric } from "./metrics/metric-store.ts";
import { type Deployment, ofType } from "./resources/deployed.ts";
import { sendMessage } from "./send-message.ts";

export interface TopicOptions {
  readonly deployment: Deployment;
  readonly account: Account;
  readonly put: PutMetric;
  /** Returns the address of a queue in the embedded engine, which does not exist yet when the topic is created. */
  readonly queueUrl: (queueName: string) => string;
  readonly onProblem: (what: string) => void;
}

const redrive = z.looseObject({ RedrivePolicy: z.looseObject({ deadLetterTargetArn: z.string() }).optional() });

/** Finds the chat provider's topic, whose messages come through the front door, and its subscription. The topic of returned mails leads to a queue. */
export function chatTopic(deployment: Deployment) {
  const subscription = ofType(deployment, "AWS::SNS::Subscription").find(
    ({ properties }) => properties.Protocol === "https",
  );
  const topic = ofType(deployment, "AWS::SNS::Topic").find(({ ref }) => ref === subscription?.properties.TopicArn);
  return { topic, subscription };
}

/** Counts the topic's messages, and applies the redrive policy of its subscription under the policy of the queue. */
export function topicObserver(options: TopicOptions): TopicObserver {
  const { deployment, account, put, queueUrl, onProblem } = options;
  const { topic, subscription } = chatTopic(deployment);
  const target = redrive.parse(subscription?.properties ?? {}).RedrivePolicy?.deadLetterTargetArn;
  const TopicName = topic?.attributes.TopicName ?? "";
  const count = (name: string): void => put({ namespace: "AWS/SNS", name }, { TopicName }, 1);
  const keep = async (body: string, queueArn: string): Promise<void> => {
    const caller = { service: "sns.amazonaws.com" };
    const context = { "aws:sourcearn": topic?.ref ?? "", "aws:securetransport": "true" };
    if (!account.ask({ caller, action: "sqs:SendMessage", resource: queueArn, context }).isAllowed) return;
    await sendMessage(queueUrl(queueArn.split(":").at(-1) ?? ""), body);
  };
  return {
    published: () => count("NumberOfMessagesPublished"),
    delivered: () => count("NumberOfNotificationsDelivered"),
    undelivered(notification) {
      count("NumberOfNotificationsFailed");
      if (target === undefined) return;
      keep(notification, target).catch((error: unknown) => onProblem(`the topic's dead letters: ${String(error)}`));
    },
  };
}
