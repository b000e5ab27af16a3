import type { Stack } from "aws-cdk-lib";
import { Alarm } from "aws-cdk-lib/aws-cloudwatch";
import { SnsAction } from "aws-cdk-lib/aws-cloudwatch-actions";
import { Topic } from "aws-cdk-lib/aws-sns";

/** Makes every alarm of the stack notify the topic when it starts to ring and when it stops. */
export function tell(stack: Stack, topicArn: string | undefined): void {
  if (topicArn === undefined) return;
  const action = new SnsAction(Topic.fromTopicArn(stack, "AlarmTopic", topicArn));
  for (const construct of stack.node.findAll()) {
    if (!(construct instanceof Alarm)) continue;
    construct.addAlarmAction(action);
    construct.addOkAction(action);
  }
}
