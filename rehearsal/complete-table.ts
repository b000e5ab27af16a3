import * as z from "zod";
import type { Rehearsal } from "./rehearsal.ts";
import { recoveryDays } from "./resources/create-tables.ts";
import { ofType } from "./resources/deployed.ts";

const described = z.looseObject({
  Table: z.looseObject({
    TableArn: z.string(),
    TableStatus: z.string(),
    DeletionProtectionEnabled: z.boolean().default(false),
    LatestStreamArn: z.string().optional(),
  }),
});
const backups = z.looseObject({
  ContinuousBackupsDescription: z.looseObject({
    PointInTimeRecoveryDescription: z.looseObject({ RecoveryPeriodInDays: z.number().optional() }),
  }),
});
const expiry = z.looseObject({
  TimeToLiveDescription: z.looseObject({ TimeToLiveStatus: z.string(), AttributeName: z.string().optional() }),
});
const tags = z.looseObject({ Tags: z.array(z.object({ Key: z.string(), Value: z.string() })) });
const template = z.looseObject({
  StreamSpecification: z.looseObject({}).optional(),
  TimeToLiveSpecification: z.looseObject({ AttributeName: z.string() }).optional(),
  Replicas: z.array(
    z.looseObject({
      DeletionProtectionEnabled: z.boolean().default(false),
      Tags: z.array(z.object({ Key: z.string(), Value: z.string() })).default([]),
    }),
  ),
});

/** Compares a table with its template and its stream with the mappings. Returns what the table lacks, in words. */
export async function lackOf({ tables, mappings, deployment }: Rehearsal, TableName: string): Promise<string[]> {
  const deployed = ofType(deployment, "AWS::DynamoDB::GlobalTable").find(({ ref }) => ref === TableName);
  const wanted = template.parse(deployed?.properties);
  const { Table } = described.parse(await tables.ask("DescribeTable", { TableName }));
  const { ContinuousBackupsDescription: recovery } = backups.parse(
    await tables.ask("DescribeContinuousBackups", { TableName }),
  );
  const days = recovery.PointInTimeRecoveryDescription.RecoveryPeriodInDays;
  const { TimeToLiveDescription: ttl } = expiry.parse(await tables.ask("DescribeTimeToLive", { TableName }));
  const { Tags } = tags.parse(await tables.ask("ListTagsOfResource", { ResourceArn: Table.TableArn }));
  const readers = mappings.list().filter(({ properties, state }) => {
    return state === "Enabled" && String(properties.EventSourceArn).startsWith(`${Table.TableArn}/stream/`);
  });
  const streams = readers.map(({ properties }) => properties.EventSourceArn);
  const wantedStreams = wanted.StreamSpecification === undefined ? [] : [Table.LatestStreamArn];
  const isProtected = wanted.Replicas.some(({ DeletionProtectionEnabled }) => DeletionProtectionEnabled);
  const has: readonly (readonly [boolean, string])[] = [
    [Table.TableStatus === "ACTIVE", "it is not active"],
    [Table.DeletionProtectionEnabled === isProtected, "its protection against deletion is another"],
    [days === recoveryDays(deployed?.properties), "its point-in-time recovery has another period"],
    [ttl.AttributeName === wanted.TimeToLiveSpecification?.AttributeName, "its items expire by something else"],
    [ttl.TimeToLiveStatus === "ENABLED", "its items do not expire"],
    [shownTags(Tags) === shownTags(wanted.Replicas.flatMap((one) => one.Tags)), "its tags are others"],
    [(Table.LatestStreamArn === undefined) === (wantedStreams.length === 0), "it has no stream"],
    [JSON.stringify(streams) === JSON.stringify(wantedStreams), "not just one mapping reads its stream"],
  ];
  return has.flatMap(([isSo, lack]) => (isSo ? [] : [lack]));
}

const shownTags = (all: z.output<typeof tags>["Tags"]): string =>
  all
    .map(({ Key, Value }) => `${Key}=${Value}`)
    .toSorted()
    .join();
