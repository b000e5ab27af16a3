import { type StreamRecord, streamOf, streamService } from "../../local/aws/function-host/stream/stream-service.ts";
import { engineCall } from "../../local/aws/table/engine-call.ts";
import { readTableChanges } from "../../shared/aws/table-changes.ts";
import type { TableChange } from "../../shared/kernel/table-change.ts";
import { CREDENTIALS } from "./table-fixture.ts";

const AT_ONCE = 1000;

/** Reads the stream of a table of the embedded engine. Each reading returns the changes since the reading before. */
export async function streamOfTable(endpoint: string, table: string) {
  const call = engineCall(endpoint, CREDENTIALS.accessKeyId);
  const stream = await streamOf(call, table);
  const service = streamService(call);
  const [shard] = await service.shards(stream);
  if (shard === undefined) throw new Error(`the stream of ${table} has no shard`);
  let after: string | undefined;
  return {
    async news(): Promise<readonly StreamRecord[]> {
      const news: StreamRecord[] = [];
      for (let count = AT_ONCE; count === AT_ONCE; ) {
        const { records } = await service.records(await service.iterator(stream, shard.id, after), AT_ONCE);
        news.push(...records);
        count = records.length;
        after = records.at(-1)?.dynamodb.SequenceNumber ?? after;
      }
      return news;
    },
    /** Returns the changes as a function reads them. */
    changesOf: (records: readonly StreamRecord[]): readonly TableChange[] =>
      readTableChanges({ Records: records.map((one) => ({ ...one, eventSourceARN: stream })), shardId: shard.id }),
  };
}
