import {
  CreateTableCommand,
  DescribeTableCommand,
  DynamoDBClient,
  TagResourceCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
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
        DeletionProtectionEnabled: z.boolean().default(false),
        PointInTimeRecoverySpecification: z
          .looseObject({ PointInTimeRecoveryEnabled: z.boolean(), RecoveryPeriodInDays: z.number().optional() })
          .optional(),
        Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
      }),
    )
    .default([]),
  TimeToLiveSpecification: z.object({ Enabled: z.literal(true), AttributeName: z.string() }).optional(),
});

type Table = z.output<typeof table>;
type Replica = Table["Replicas"][number];
/** CloudFormation sets this period if a template enables recovery and names no period. */
const DEFAULT_RECOVERY_DAYS = 35;
const daysOf = ({ PointInTimeRecoverySpecification: recovery }: Replica): number | undefined =>
  recovery?.PointInTimeRecoveryEnabled ? (recovery.RecoveryPeriodInDays ?? DEFAULT_RECOVERY_DAYS) : undefined;

/** Returns how many days the point-in-time recovery of a table reaches back, or undefined if the template has it off. */
export const recoveryDays = (properties: unknown): number | undefined =>
  table
    .parse(properties)
    .Replicas.map(daysOf)
    .find((days) => days !== undefined);

/** Event sources read this stream, and `tableRecovery` restores from it. */
const STREAM = { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } } as const;

const ACTIVE_MS = 30_000;
const LOOK_AGAIN_MS = 50;

/** Creates the tables by their templates and waits until they can be used. Tables with backups keep their history. */
export async function createTables(endpoint: string, deployment: Deployment): Promise<void> {
  const credentials = { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  try {
    for (const { ref, properties } of ofType(deployment, "AWS::DynamoDB::GlobalTable"))
      await createTable(client, ref, table.parse(properties));
  } finally {
    client.destroy();
  }
}

async function createTable(
  client: DynamoDBClient,
  TableName: string,
  { GlobalSecondaryIndexes: indexes, Replicas, StreamSpecification, TimeToLiveSpecification, ...keys }: Table,
): Promise<void> {
  const { AttributeDefinitions, KeySchema, BillingMode } = keys;
  const hasHistory = Replicas.some((one) => daysOf(one) !== undefined);
  const { TableDescription } = await client.send(
    new CreateTableCommand({
      ...{ TableName, AttributeDefinitions, KeySchema, BillingMode },
      DeletionProtectionEnabled: Replicas.some(({ DeletionProtectionEnabled: isProtected }) => isProtected),
      ...((StreamSpecification || hasHistory) && STREAM),
      ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexOf) }),
    }),
  );
  await untilActive(client, TableName);
  if (TimeToLiveSpecification) await client.send(new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }));
  const Tags = Replicas.flatMap((one) => one.Tags);
  const ResourceArn = TableDescription?.TableArn;
  if (Tags.length > 0) await client.send(new TagResourceCommand({ ResourceArn, Tags }));
}

const indexOf = ({ IndexName, KeySchema, Projection: projection }: Table["GlobalSecondaryIndexes"][number]) => ({
  IndexName,
  KeySchema,
  Projection: {
    ProjectionType: projection.ProjectionType,
    ...(projection.NonKeyAttributes && { NonKeyAttributes: projection.NonKeyAttributes }),
  },
});

async function untilActive(client: DynamoDBClient, name: string): Promise<void> {
  const endsAt = Date.now() + ACTIVE_MS;
  for (;;) {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: name }));
    if (Table?.TableStatus === "ACTIVE") return;
    if (Date.now() > endsAt) throw new Error(`the table ${name} is not active after ${ACTIVE_MS / 1000} s`);
    await new Promise((resume) => setTimeout(resume, LOOK_AGAIN_MS));
  }
}
