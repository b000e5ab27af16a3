import * as z from "zod";
import type { EngineCall } from "../../local/aws/table/engine-call.ts";

const described = z.looseObject({ Table: z.looseObject({ LatestStreamArn: z.string().optional() }) });
const range = z.looseObject({ EndingSequenceNumber: z.string().default("0") });
const stream = z.looseObject({
  StreamDescription: z.looseObject({ Shards: z.array(z.looseObject({ SequenceNumberRange: range.optional() })) }),
});
const STREAM = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" };

/** Makes the engine record the changes of a table. Returns whether it did not before. */
export async function requireStream(call: EngineCall, TableName: string): Promise<boolean> {
  if ((await engineStream(call, TableName)) !== undefined) return false;
  await call("UpdateTable", { TableName, StreamSpecification: STREAM });
  return true;
}

/** Returns the number of the last recorded change of a table, which is 0 if none is recorded. */
export async function lastRecord(call: EngineCall, table: string): Promise<bigint> {
  const StreamArn = await engineStream(call, table);
  if (StreamArn === undefined) return 0n;
  const { StreamDescription } = stream.parse(await call("DescribeStream", { StreamArn }, "DynamoDBStreams"));
  const ends = StreamDescription.Shards.map((one) => BigInt(one.SequenceNumberRange?.EndingSequenceNumber ?? "0"));
  return ends.reduce((most, one) => (one > most ? one : most), 0n);
}

async function engineStream(call: EngineCall, TableName: string): Promise<string | undefined> {
  return described.parse(await call("DescribeTable", { TableName })).Table.LatestStreamArn;
}
