import { CfnOutput, Stack, type StackProps } from "aws-cdk-lib";
import { SqsEventSource } from "aws-cdk-lib/aws-lambda-event-sources";
import type { Queue } from "aws-cdk-lib/aws-sqs";
import type { Construct } from "constructs";
import { functions, type QueueName } from "../functions.ts";
import { tell } from "./alarm-actions.ts";
import type { Bundler } from "./bundle.ts";
import { type CapabilityTargets, statementsOf } from "./capabilities.ts";
import { HeraldFunction } from "./constructs/herald-function.ts";
import { HttpFrontDoor } from "./constructs/http-front-door.ts";
import { overview } from "./constructs/overview.ts";
import { schedule } from "./constructs/schedule.ts";
import type { DataStack } from "./data-stack.ts";
import { functionEnvironment } from "./function-environment.ts";
import { pascalCase } from "./pascal-case.ts";
import { heraldQueues } from "./queues.ts";
import type { Settings } from "./settings.ts";

export interface ServiceStackProps extends StackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly bundle: Bundler;
}

/** What may be rebuilt at any time: a loop over the functions, and what calls them. */
export class ServiceStack extends Stack {
  readonly functions: readonly HeraldFunction[];

  constructor(scope: Construct, id: string, { settings, data, bundle, ...props }: ServiceStackProps) {
    super(scope, id, { description: "Herald: functions, queues, API and alarms", ...props });
    const queues = heraldQueues(this);
    const environment = functionEnvironment({ settings, data, deliveryQueueUrl: queueOf(queues, "delivery").queueUrl });
    const targets = capabilityTargets(data, queueOf(queues, "delivery"));
    this.functions = functions.map(
      (definition) =>
        new HeraldFunction(this, pascalCase(definition.name), {
          definition,
          environment,
          statements: statementsOf(definition, targets),
          logRetention: settings.logRetentionDays,
          bundle,
        }),
    );
    for (const fn of this.functions) this.#connect(fn, queues);
    const { api } = new HttpFrontDoor(this, "Http", { functions: this.functions, settings });
    overview(this, { api, queues, functions: this.functions });
    tell(this, settings.alarmTopicArn);
    new CfnOutput(this, "ApiUrl", { value: api.apiEndpoint, description: "{base_url} of the interface" });
  }

  /** What the gateway calls is connected by the front door. */
  #connect(fn: HeraldFunction, queues: ReadonlyMap<QueueName, Queue>): void {
    const { trigger } = fn.definition;
    switch (trigger.kind) {
      case "queue": {
        const { queue, batchSize, maxConcurrency } = trigger;
        const source = { batchSize, maxConcurrency, reportBatchItemFailures: true };
        fn.lambda.addEventSource(new SqsEventSource(queueOf(queues, queue), source));
        break;
      }
      case "schedule":
        schedule(this, fn, trigger.everySeconds);
        break;
      case "routes":
      case "fallback":
        break;
    }
  }
}

function queueOf(queues: ReadonlyMap<QueueName, Queue>, name: QueueName): Queue {
  const queue = queues.get(name);
  if (queue === undefined) throw new Error(`no queue is called ${name}`);
  return queue;
}

function capabilityTargets(data: DataStack, deliveryQueue: Queue): CapabilityTargets {
  return {
    tableArn: (name) => {
      const table = data.tables.get(name);
      if (table === undefined) throw new Error(`no table is called ${name}`);
      return table.tableArn;
    },
    contentArn: data.content.bucketArn,
    sealingKeyArn: data.sealingKey.keyArn,
    deliveryQueueArn: deliveryQueue.queueArn,
  };
}
