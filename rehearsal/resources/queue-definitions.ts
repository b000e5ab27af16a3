import * as z from "zod";
import type { QueueDefinition } from "../../local/aws/queue/queue-definition.ts";
import { type Deployment, ofType } from "./deployed.ts";

const queue = z.looseObject({
  VisibilityTimeout: z.number().default(30),
  DelaySeconds: z.literal(0).default(0),
  FifoQueue: z.literal(false).default(false),
  RedrivePolicy: z.object({ deadLetterTargetArn: z.string(), maxReceiveCount: z.number() }).optional(),
});

/**
 * Returns the queues of a deployment for the embedded engine. Throws for a property that the engine would handle
 * differently.
 */
export const queueDefinitions = (deployment: Deployment): QueueDefinition[] =>
  ofType(deployment, "AWS::SQS::Queue").map(({ properties, attributes }) => {
    const { VisibilityTimeout, RedrivePolicy: redrive } = queue.parse(properties);
    return {
      name: attributes.QueueName ?? "",
      visibilityTimeoutSeconds: VisibilityTimeout,
      ...(redrive && {
        deadLetter: {
          queue: redrive.deadLetterTargetArn.split(":").at(-1) ?? "",
          maxReceiveCount: redrive.maxReceiveCount,
        },
      }),
    };
  });
