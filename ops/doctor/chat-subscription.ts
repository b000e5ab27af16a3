import { type Check, type Finding, failed, ok, skipped, warning } from "./check.ts";
import type { DeploymentQuestions } from "./deployment-questions.ts";

/**
 * SNS shows this instead of an ARN until the subscription is confirmed. After the subscription has ended it shows
 * `Deleted`.
 */
const PENDING = "PendingConfirmation";

/**
 * Checks that the topic delivers chat events to this deployment. CloudFormation does not notice a subscription that was
 * never confirmed.
 */
export const chatSubscription = (stage: string, { stackOutputs, subscriptions }: DeploymentQuestions): Check => ({
  name: "chat subscription",
  look: async (signal) => {
    const stack = `herald-service-${stage}`;
    const outputs = await stackOutputs(stack, signal);
    if ("refusal" in outputs) return skipped(`${stack}: ${outputs.refusal}`, "run this again after the deployment");
    const { ChatTopicArn: topic, ChatTopicEndpoint: endpoint } = outputs.found;
    if (topic === undefined || endpoint === undefined)
      return skipped(`${stack} does not say where it is subscribed`, "deploy again, then run this again");
    const answer = await subscriptions(topic, signal);
    if ("refusal" in answer)
      return warning(
        `${topic} cannot be read: ${answer.refusal}`,
        "sns:ListSubscriptionsByTopic, or look in the console",
      );
    const ours = answer.found.filter((one) => one.Endpoint === endpoint).map((one) => one.SubscriptionArn ?? "");
    return findingOf(ours, { topic, endpoint });
  },
});

function findingOf(
  ours: readonly string[],
  { topic, endpoint }: { readonly topic: string; readonly endpoint: string },
): Finding {
  if (ours.some((name) => name.startsWith("arn:"))) return ok(`${endpoint} is confirmed`);
  const seen = ours.includes(PENDING)
    ? `${endpoint} waits for its confirmation`
    : `${topic} does not know ${endpoint}: what is not confirmed is deleted after 48 hours`;
  const subscribe = `aws sns subscribe --topic-arn ${topic} --protocol https --notification-endpoint ${endpoint}`;
  const advice = `let the topic service through to it, then: ${subscribe} (docs/chat-events.md)`;
  return failed(`${seen}; no chat event arrives`, advice);
}
