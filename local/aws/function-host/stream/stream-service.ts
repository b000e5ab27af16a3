import * as z from "zod";
import { type EngineCall, TableError } from "../../table/engine-call.ts";

const record = z.looseObject({
  dynamodb: z.looseObject({
    SequenceNumber: z.string(),
    ApproximateCreationDateTime: z.number(),
    /** The size of the record's items in bytes, as DynamoDB stores them. */
    SizeBytes: z.number().default(0),
  }),
});
/** A change as a record of the stream. Its items are in DynamoDB's own JSON. */
export type StreamRecord = z.output<typeof record>;

const described = z.looseObject({ Table: z.looseObject({ LatestStreamArn: z.string().optional() }) });
const streamPage = z.looseObject({
  StreamDescription: z.looseObject({
    Shards: z.array(z.looseObject({ ShardId: z.string(), ParentShardId: z.string().nullish() })).default([]),
    LastEvaluatedShardId: z.string().nullish(),
  }),
});
const iterator = z.looseObject({ ShardIterator: z.string() });
const page = z.looseObject({ Records: z.array(record).default([]), NextShardIterator: z.string().nullish() });

export interface Shard {
  readonly id: string;
  /** The shard that this one continues. */
  readonly parentId?: string;
}

export interface RecordPage {
  readonly records: readonly StreamRecord[];
  /** The iterator for the next records, or undefined after the last record of a closed shard. */
  readonly next: string | undefined;
}

/** The operations of DynamoDB Streams that an event source mapping needs. */
export interface StreamService {
  shards(stream: string): Promise<readonly Shard[]>;
  /**
   * Returns an iterator that begins after a record. The iterator begins with the oldest kept record if no record is
   * given, or if the given record is no longer kept.
   */
  iterator(stream: string, shard: string, after: string | undefined): Promise<string>;
  records(iterator: string, limit: number): Promise<RecordPage>;
}

/** DynamoDB lists a few hundred shards per page, and a table has far fewer than thousands. */
const MAX_PAGES = 100;

export function streamService(call: EngineCall): StreamService {
  const ask = (operation: string, input: object): Promise<unknown> => call(operation, input, "DynamoDBStreams");
  const iteratorOf = async (position: object): Promise<string> =>
    iterator.parse(await ask("GetShardIterator", position)).ShardIterator;
  return {
    async shards(stream) {
      const shards: Shard[] = [];
      let from: string | null | undefined;
      for (let pages = 0; pages < MAX_PAGES; pages += 1) {
        const input = { StreamArn: stream, ...(from && { ExclusiveStartShardId: from }) };
        const { Shards, LastEvaluatedShardId } = streamPage.parse(await ask("DescribeStream", input)).StreamDescription;
        for (const { ShardId: id, ParentShardId } of Shards)
          shards.push({ id, ...(ParentShardId && { parentId: ParentShardId }) });
        if (!LastEvaluatedShardId) return shards;
        from = LastEvaluatedShardId;
      }
      throw new Error(`the stream ${stream} has more shards than can be`);
    },
    async iterator(stream, shard, after) {
      const from = { StreamArn: stream, ShardId: shard };
      const oldest = { ...from, ShardIteratorType: "TRIM_HORIZON" };
      if (after === undefined) return iteratorOf(oldest);
      try {
        return await iteratorOf({ ...from, ShardIteratorType: "AFTER_SEQUENCE_NUMBER", SequenceNumber: after });
      } catch (error) {
        if (error instanceof TableError && error.type === "TrimmedDataAccessException") return iteratorOf(oldest);
        throw error;
      }
    },
    async records(ShardIterator, Limit) {
      const { Records, NextShardIterator } = page.parse(await ask("GetRecords", { ShardIterator, Limit }));
      return { records: Records, next: NextShardIterator ?? undefined };
    },
  };
}

/** Returns the ARN of a table's current stream. */
export async function streamOf(call: EngineCall, table: string): Promise<string> {
  const { Table } = described.parse(await call("DescribeTable", { TableName: table }));
  if (Table.LatestStreamArn === undefined) throw new Error(`the table ${table} has no stream`);
  return Table.LatestStreamArn;
}
