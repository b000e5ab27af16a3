import { Match, type Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { readSettings } from "../../../lib/cloud/settings.ts";
import { type FunctionDefinition, functions, type QueueName, queues } from "../../../lib/functions.ts";
import { contextOfCdkJson } from "../../../ops/synthesis/cdk-context.ts";
import type { Capability } from "../../../shared/edge/contract/route.ts";
import { functionIn, type Resource, resourcesOf, synthesise } from "./synthesise.ts";

/** Maps queues to the capability by which a function sends to them. No function has one for queues of dead letters. */
const SENDING: Partial<Record<QueueName, Capability>> = {
  delivery: "delivery-queue:send",
  media: "media-queue:send",
  "inbound-messages": "inbound-message-queue:send",
  "chat-events": "chat-event-queue:send",
  "returned-mail": "returned-mail-queue:send",
  webhooks: "webhook-queue:send",
  sandbox: "sandbox-queue:send",
};

function sendsToItsTrigger({ trigger, uses }: FunctionDefinition): boolean {
  const capability = trigger.kind === "queue" ? SENDING[trigger.queue] : undefined;
  return capability !== undefined && uses.includes(capability);
}

describe("queues", () => {
  let service: Template;
  beforeAll(() => {
    service = synthesise().service;
  });
  const all = (type: string) => resourcesOf(service, type);
  const queueWorkers = functions.flatMap(({ trigger, ...rest }) =>
    trigger.kind === "queue" ? [{ ...rest, ...trigger }] : [],
  );
  const mappingOf = (name: string) =>
    all("AWS::Lambda::EventSourceMapping").find(
      ([, { Properties }]) => Properties.FunctionName.Ref === functionIn(service, name)[0],
    );
  const queueOf = (name: string): Resource | undefined => {
    const id: string | undefined = mappingOf(name)?.[1].Properties.EventSourceArn["Fn::GetAtt"][0];
    return all("AWS::SQS::Queue").find(([queueId]) => queueId === id)?.[1];
  };

  it("exist once per definition, and one for what the chat topic cannot deliver", () => {
    expect(all("AWS::SQS::Queue")).toHaveLength(queues.length + 1);
  });

  it.each(queueWorkers)("$queue calls $name with batches, and takes single messages back", (worker) => {
    expect(mappingOf(worker.name)?.[1].Properties).toMatchObject({
      BatchSize: worker.batchSize,
      FunctionResponseTypes: ["ReportBatchItemFailures"],
      ScalingConfig: { MaximumConcurrency: worker.maxConcurrency },
    });
  });

  it("gathers deliveries as long as the setting says, and hides a message for as much longer", () => {
    const windows = [0, 20].map((deliveryWindowSeconds) => {
      const { service: template } = synthesise({ deliveryWindowSeconds });
      const [id] = functionIn(template, "deliver-notification");
      const [mapping] = resourcesOf(template, "AWS::Lambda::EventSourceMapping").filter(
        ([, { Properties }]) => Properties.FunctionName.Ref === id,
      );
      const queueId: string = mapping?.[1].Properties.EventSourceArn["Fn::GetAtt"][0];
      const queue = resourcesOf(template, "AWS::SQS::Queue").find(([one]) => one === queueId)?.[1].Properties;
      return [mapping?.[1].Properties.MaximumBatchingWindowInSeconds, queue?.VisibilityTimeout];
    });
    expect(windows).toEqual([
      [0, 360],
      [20, 380],
    ]);
  });

  it.each(queueWorkers)("$queue hides a message six times as long as $name may run", ({ name, timeoutSeconds }) => {
    expect(queueOf(name)?.Properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeoutSeconds);
  });

  it("show a message again only after the lease of its worker, which outlives the worker (D19)", () => {
    const { leaseSeconds } = readSettings({ tryGetContext: (key: string) => contextOfCdkJson()[key] });
    const workers = queueWorkers.filter(({ queue }) => queue === "delivery");
    expect(workers).not.toEqual([]);
    for (const { name, timeoutSeconds } of workers) {
      expect(leaseSeconds).toBeGreaterThan(timeoutSeconds);
      expect(leaseSeconds).toBeLessThan(queueOf(name)?.Properties.VisibilityTimeout);
    }
  });

  it("are encrypted and refuse plain connections", () => {
    for (const [id, { Properties }] of all("AWS::SQS::Queue")) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
      service.hasResourceProperties("AWS::SQS::QueuePolicy", {
        Queues: [{ Ref: id }],
        PolicyDocument: {
          Statement: Match.arrayWith([
            Match.objectLike({ Effect: "Deny", Condition: { Bool: { "aws:SecureTransport": "false" } } }),
          ]),
        },
      });
    }
  });

  it("send what nobody can work off to their dead letters, which are kept for longer", () => {
    const withDeadLetters = queues.filter(({ deadLetter }) => deadLetter);
    const redriven = all("AWS::SQS::Queue").filter(([, { Properties }]) => Properties.RedrivePolicy);
    expect(redriven.map(([, { Properties }]) => Properties.RedrivePolicy.maxReceiveCount)).toEqual(
      withDeadLetters.map(({ deadLetter }) => deadLetter?.maxReceiveCount),
    );
    for (const [, { Properties }] of redriven) {
      const target: string = Properties.RedrivePolicy.deadLetterTargetArn["Fn::GetAtt"][0];
      const deadLetters = all("AWS::SQS::Queue").find(([id]) => id === target)?.[1].Properties;
      expect(deadLetters?.MessageRetentionPeriod).toBeGreaterThan(Properties.MessageRetentionPeriod);
    }
  });

  it("do not drop a mail behind a busy account after sixteen returns", () => {
    // By default Lambda sends the seventeenth message of a chain to the dead letters, which would end its notification
    // as failed.
    expect(functionIn(service, "deliver-notification")[1].Properties.RecursiveLoop).toBe("Allow");
  });

  it.each(functions)("may be gone round by $name only if it sends to the queue that calls it", (definition) => {
    const { RecursiveLoop } = functionIn(service, definition.name)[1].Properties;
    expect(RecursiveLoop).toBe(sendsToItsTrigger(definition) ? "Allow" : undefined);
  });

  const impactOf = (queue: string) =>
    functions.find(({ trigger }: FunctionDefinition) => trigger.kind === "queue" && trigger.queue === queue)?.impact ??
    "";

  it("ring when the oldest message grows older than a delay and a crash explain, and say who is hurt", () => {
    for (const { name, visibilityTimeoutSeconds } of queues.filter(({ deadLetter }) => deadLetter)) {
      service.hasResourceProperties("AWS::CloudWatch::Alarm", {
        MetricName: "ApproximateAgeOfOldestMessage",
        // Deliveries of the next quarter of an hour wait in their queue (D42).
        Threshold: (name === "delivery" ? 840 : 300) + visibilityTimeoutSeconds,
        ComparisonOperator: "GreaterThanThreshold",
        AlarmDescription: Match.stringLikeRegexp(impactOf(name)),
      });
      expect(impactOf(name)).not.toBe("");
    }
  });

  it("ring for a single dead letter, even if its function takes it away at once, and say who is hurt", () => {
    const waiting = { MetricName: "ApproximateNumberOfMessagesVisible" };
    const taken = { MetricName: "NumberOfMessagesReceived" };
    const read = (metric: object) =>
      Match.objectLike({ MetricStat: Match.objectLike({ Metric: Match.objectLike(metric) }) });
    for (const { name, deadLetter } of queues.filter((queue) => queue.deadLetter)) {
      const impact = impactOf(deadLetter?.queue ?? "") || impactOf(name);
      const isRead = functions.some(({ trigger }) => trigger.kind === "queue" && trigger.queue === deadLetter?.queue);
      service.hasResourceProperties("AWS::CloudWatch::Alarm", {
        Threshold: 0,
        ComparisonOperator: "GreaterThanThreshold",
        AlarmDescription: Match.stringLikeRegexp(impact),
        // If no function reads the dead letters, they stay, and the number of waiting messages shows them.
        ...(isRead ? { Metrics: Match.arrayWith([read(waiting), read(taken)]) } : { ...waiting, Statistic: "Maximum" }),
      });
      expect(impact).not.toBe("");
    }
  });
});
