import { CreateTableCommand, DescribeTableCommand, DynamoDBClient } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { type Deployment, ofType } from "./deployed.ts";

const key = z.object({ AttributeName: z.string(), KeyType: z.enum(["HASH", "RANGE"]) });
const table = z.looseObject({
  AttributeDefinitions: z.array(z.object({ AttributeName: z.string(), AttributeType: z.enum(["S", "N", "B"]) })),
  BillingMode: z.literal("PAY_PER_REQUEST"),
  KeySchema: z.array(key),
  GlobalSecondaryIndexes: z
    .array(
      z.looseObject({
        IndexName: z.string(),
        KeySchema: z.array(key),
        Projection: z.object({
          ProjectionType: z.enum(["ALL", "KEYS_ONLY", "INCLUDE"]),
          NonKeyAttributes: z.array(z.string()).optional(),
        }),
      }),
    )
    .default([]),
  StreamSpecification: z.object({ StreamViewType: z.literal("NEW_AND_OLD_IMAGES") }).optional(),
  Replicas: z
    .array(
      z.looseObject({
        PointInTimeRecoverySpecification: z.looseObject({ PointInTimeRecoveryEnabled: z.boolean() }).optional(),
      }),
    )
    .default([]),
});

type Replica = z.output<typeof table>["Replicas"][number];
const hasBackups = ({ PointInTimeRecoverySpecification: recovery }: Replica): boolean =>
  recovery?.PointInTimeRecoveryEnabled === true;
/** Event sources read this stream, and `tableRecovery` restores from it. */
const STREAM = { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } } as const;

const ACTIVE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Creates the tables by their templates and waits until they can be used. Tables with backups keep their history. */
export async function createTables(endpoint: string, deployment: Deployment): Promise<void> {
  const credentials = { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  try {
    for (const { ref, properties } of ofType(deployment, "AWS::DynamoDB::GlobalTable")) {
      const { GlobalSecondaryIndexes: indexes, Replicas, StreamSpecification, ...keys } = table.parse(properties);
      const { AttributeDefinitions, KeySchema, BillingMode } = keys;
      await client.send(
        new CreateTableCommand({
          ...{ TableName: ref, AttributeDefinitions, KeySchema, BillingMode },
          ...((StreamSpecification || Replicas.some(hasBackups)) && STREAM),
          ...(indexes.length > 0 && {
            GlobalSecondaryIndexes: indexes.map(({ IndexName, KeySchema: keys, Projection: projection }) => ({
              IndexName,
              KeySchema: keys,
              Projection: {
                ProjectionType: projection.ProjectionType,
                ...(projection.NonKeyAttributes && { NonKeyAttributes: projection.NonKeyAttributes }),
              },
            })),
          }),
        }),
      );
      await untilActive(client, ref);
    }
  } finally {
    client.destroy();
  }
}

async function untilActive(client: DynamoDBClient, name: string): Promise<void> {
  const endsAt = Date.now() + ACTIVE_MS;
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (Table?.TableStatus === "ACTIVE") return;
    if (Date.now() > endsAt) throw new Error(`the table ${name} is not active after ${ACTIVE_MS / 1000} s`);
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS));
  }
}
