import type { Shard, StreamRecord, StreamService } from "../../local/aws/function-host/stream/stream-service.ts";
import type { StreamPart } from "../tables/table-streams.ts";

export interface PartOptions {
  readonly service: StreamService;
  /** Returns the engine's stream of the table. Throws if there is no such table, or if it has no stream. */
  readonly engineStream: () => Promise<string>;
  /** Returns the part of the engine's records that belongs to the stream. */
  readonly part: () => StreamPart;
}

export interface PartialService extends StreamService {
  /** Says whether the last request for records found none, so that all earlier ones are processed. */
  readonly isDrained: boolean;
}

/**
 * Reads the part of the engine's records that belongs to one stream. The records of a deleted table can be read again
 * when there is another table of its name; until then none are found.
 */
export function partOfStream({ service, engineStream, part }: PartOptions): PartialService {
  let known: readonly Shard[] = [];
  let isDrained = false;
  /** Does work that fails after the end of a stream while the table is gone, or has no other stream yet. */
  const unlessGone = async <T>(work: () => Promise<T>, otherwise: T): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (part().upTo !== undefined) return otherwise;
      throw error;
    }
  };
  return {
    get isDrained() {
      return isDrained;
    },
    async shards() {
      known = await unlessGone(async () => service.shards(await engineStream()), known);
      return known;
    },
    async iterator(_, shard, after) {
      const { after: beginning } = part();
      return service.iterator(await engineStream(), shard, after ?? (beginning > 0n ? String(beginning) : undefined));
    },
    async records(iterator, limit) {
      const page = await unlessGone(() => service.records(iterator, limit), undefined);
      isDrained = false;
      if (page === undefined) return { records: [], next: iterator };
      const records = page.records.filter(isWithin(part()));
      isDrained = records.length === 0;
      return { records, next: page.next };
    },
  };
}

const isWithin =
  ({ upTo }: StreamPart) =>
  ({ dynamodb }: StreamRecord): boolean =>
    upTo === undefined || BigInt(dynamodb.SequenceNumber) <= upTo;
