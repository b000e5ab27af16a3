import { Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { functionIn, resourcesOf, synthesise } from "./synthesise.ts";

const EXISTING = "arn:aws:sns:eu-central-1:123456789012:chat-events";

describe("the chat topic", () => {
  it("is ours unless the settings name one: the provider may publish, over TLS only, for this cloud account only", () => {
    const { service } = synthesise();
    const [[id = ""] = []] = resourcesOf(service, "AWS::SNS::Topic").filter(([name]) => name.startsWith("ChatTopic"));
    service.hasResourceProperties("AWS::SNS::TopicPolicy", {
      Topics: [{ Ref: id }],
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          Match.objectLike({
            Action: "sns:Publish",
            Principal: { Service: "social-messaging.amazonaws.com" },
            Condition: { StringEquals: { "aws:SourceAccount": { Ref: "AWS::AccountId" } } },
          }),
        ]),
      },
    });
    const [, webhook] = functionIn(service, "chat-events");
    expect(webhook.Properties.Environment.Variables.CHAT_TOPIC_ARN).toEqual({ Ref: id });
  });

  it("rings when events are published and none is handed on: its subscription was never confirmed", () => {
    for (const given of [{}, { chatTopicArn: EXISTING }]) {
      const { service } = synthesise(given);
      const [[, alarm = undefined] = []] = resourcesOf(service, "AWS::CloudWatch::Alarm").filter(([id]) =>
        id.startsWith("ChatTopicUnheardEvents"),
      );
      const { Metrics, Threshold, ComparisonOperator, TreatMissingData } = alarm?.Properties ?? {};
      const asked = Metrics.flatMap(({ MetricStat }: { MetricStat?: { Metric: object } }) => MetricStat?.Metric ?? []);
      const topic = "chatTopicArn" in given ? "chat-events" : { "Fn::GetAtt": [expect.any(String), "TopicName"] };
      for (const MetricName of ["NumberOfMessagesPublished", "NumberOfNotificationsDelivered"]) {
        expect(asked).toContainEqual({
          Namespace: "AWS/SNS",
          MetricName,
          Dimensions: [{ Name: "TopicName", Value: topic }],
        });
      }
      expect(Metrics.map(({ Expression }: { Expression?: string }) => Expression)).toContain(
        "IF(published > 0 AND FILL(delivered, 0) == 0, published, 0)",
      );
      expect([Threshold, ComparisonOperator, TreatMissingData]).toEqual([0, "GreaterThanThreshold", "notBreaching"]);
    }
  });

  it("says its name and where it posts to, for who looks whether that was confirmed", () => {
    const { service } = synthesise({ chatTopicArn: EXISTING });
    expect(service.findOutputs("ChatTopicArn").ChatTopicArn).toMatchObject({ Value: EXISTING });
    const [[, subscription] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::SNS::Subscription");
    const said = service.findOutputs("ChatTopicEndpoint").ChatTopicEndpoint;
    expect(said).toMatchObject({ Value: subscription.Properties.Endpoint });
  });

  it("posts to the webhook in its own envelope, repeats for an hour, and keeps what was not taken", () => {
    const { service } = synthesise({ chatTopicArn: EXISTING });
    expect(resourcesOf(service, "AWS::SNS::Topic").filter(([name]) => name.startsWith("ChatTopic"))).toEqual([]);
    const [first] = resourcesOf(service, "AWS::SNS::Subscription");
    if (first === undefined) throw new Error("nothing is subscribed");
    const subscription = first[1].Properties;
    expect(subscription).toMatchObject({ Protocol: "https", TopicArn: EXISTING, RawMessageDelivery: false });
    expect(JSON.stringify(subscription.Endpoint)).toContain("/webhooks/cloud/topic/chat");
    expect(subscription.DeliveryPolicy.healthyRetryPolicy).toMatchObject({ numRetries: 60 });
    const deadLetters: string = subscription.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"][0];
    expect(deadLetters).toMatch(/^ChatTopicUndelivered/);
    service.hasResourceProperties("AWS::CloudWatch::Alarm", {
      MetricName: "ApproximateNumberOfMessagesVisible",
      Dimensions: [{ Name: "QueueName", Value: { "Fn::GetAtt": [deadLetters, "QueueName"] } }],
      Threshold: 0,
    });
  });
});
