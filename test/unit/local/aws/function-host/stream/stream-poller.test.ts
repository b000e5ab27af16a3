import { afterEach, describe, expect, it } from "vitest";
import { type Checkpoints, openCheckpoints } from "../../../../../../local/aws/function-host/stream/checkpoints.ts";
import type { StreamSource } from "../../../../../../local/aws/function-host/stream/shard-reader.ts";
import {
  type StreamPoller,
  startStreamPoller,
} from "../../../../../../local/aws/function-host/stream/stream-poller.ts";
import type {
  Shard,
  StreamRecord,
  StreamService,
} from "../../../../../../local/aws/function-host/stream/stream-service.ts";
import { aRecord, SECOND } from "./records.ts";

const STREAM = "arn:aws:dynamodb:us-east-1:000000000000:table/Work/stream/1";

interface HeldShard extends Shard {
  readonly records: readonly StreamRecord[];
  readonly isClosed: boolean;
}

/**
 * Represents streams of several shards, which the embedded engine lacks. Iterators are `<shard>/<records before it>`.
 */
function heldStream(shards: readonly HeldShard[]): StreamService {
  const named = (id: string): HeldShard => {
    const found = shards.find((one) => one.id === id);
    if (found === undefined) throw new Error(`no shard ${id}`);
    return found;
  };
  return {
    shards: async () => shards,
    iterator: async (_, id, after) =>
      `${id}/${named(id).records.findIndex(({ dynamodb }) => dynamodb.SequenceNumber === after) + 1}`,
    records: async (iterator, limit) => {
      const [id = "", from] = iterator.split("/");
      const { records, isClosed } = named(id);
      const end = Number(from) + limit;
      const next = isClosed && end >= records.length ? undefined : `${id}/${Math.min(end, records.length)}`;
      return { records: records.slice(Number(from), end), next };
    },
  };
}

const open: { poller?: StreamPoller; checkpoints?: Checkpoints } = {};
afterEach(async () => {
  await open.poller?.stop();
  open.checkpoints?.close();
});

type Numbers = readonly number[];

function poll(
  service: StreamService,
  invoke: (numbers: Numbers) => unknown,
  settings: Partial<StreamSource> = {},
): { readonly seen: Numbers[]; readonly problems: unknown[] } {
  const seen: Numbers[] = [];
  const problems: unknown[] = [];
  const checkpoints = openCheckpoints(":memory:");
  open.checkpoints = checkpoints;
  const target = {
    ...{ name: "worker", arn: "arn:worker", onFailure: () => {} },
    invoke: async ({ Records }: { readonly Records: readonly object[] }) => {
      const numbers = (Records as StreamRecord[]).map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
      seen.push(numbers);
      return invoke(numbers);
    },
  };
  const always = { service, stream: STREAM, checkpoints, discard: async () => {} };
  const limits = { batchSize: 2, maxRetries: 1000, maxAgeSeconds: 1e9 };
  open.poller = startStreamPoller(target, { ...always, ...limits, ...settings }, (error) => problems.push(error));
  return { seen, problems };
}

const shard = (id: string, numbers: Numbers, more: Partial<HeldShard> = {}): HeldShard => ({
  ...{ id, records: numbers.map((number) => aRecord(number)), isClosed: false },
  ...more,
});

describe("startStreamPoller()", () => {
  it("reads a child when its parent is over, and shards without a common parent side by side", async () => {
    const service = heldStream([
      shard("a", [1, 2, 3], { isClosed: true }),
      shard("b", [4, 5], { parentId: "a" }),
      shard("c", [6], { parentId: "a" }),
      shard("other", [7]),
    ]);
    const { seen } = poll(service, () => ({}));
    await expect.poll(() => seen.flat().toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    const order = seen.flat();
    for (const child of [4, 5, 6]) expect(order.indexOf(child)).toBeGreaterThan(order.indexOf(3));
    const { checkpoints } = open;
    const of = (id: string) => checkpoints?.of({ reader: "worker", stream: STREAM, shard: id });
    await expect.poll(() => of("b")).toEqual({ processedTo: "5", isOver: false });
    expect(of("a")).toEqual({ processedTo: "3", isOver: true });
  });

  it("halves a batch that fails until the broken record is alone, and lets nothing overtake it", async () => {
    let isMended = false;
    const service = heldStream([shard("a", [1, 2, 3, 4, 5])]);
    const { seen } = poll(
      service,
      (numbers) => {
        if (numbers.includes(3) && !isMended) throw new Error("broken");
      },
      { batchSize: 4 },
    );
    await expect.poll(() => seen.length).toBe(5);
    expect(seen).toEqual([[1, 2, 3, 4], [1, 2], [3, 4], [3], [3]]);
    isMended = true;
    await expect.poll(() => seen.flat().at(-1)).toBe(5);
    expect(seen.slice(-2)).toEqual([[4], [5]]);
  });

  it("tells the destination of records that are too old, and goes on behind them", async () => {
    const now = Math.floor(Date.now() / 1000);
    const records = [aRecord(1, SECOND - 1e9), aRecord(2, now), aRecord(3, now)];
    const told: unknown[] = [];
    const { seen } = poll(heldStream([shard("a", [], { records })]), () => ({}), {
      maxAgeSeconds: 3600,
      discard: async (message) => void told.push(message),
    });
    await expect.poll(() => seen).toEqual([[2], [3]]);
    expect(told).toEqual([
      expect.objectContaining({
        DDBStreamBatchInfo: expect.objectContaining({ startSequenceNumber: "1", endSequenceNumber: "1", batchSize: 1 }),
      }),
    ]);
  });

  it("gives a record up that crashes its function at every retry, and goes on behind it", async () => {
    const told: unknown[] = [];
    const { seen } = poll(
      heldStream([shard("a", [1, 2, 3])]),
      (numbers) => {
        if (numbers.includes(1)) throw new Error("crashed");
      },
      { maxRetries: 1, discard: async (message) => void told.push(message) },
    );
    // Halving is no retry: the record has a call of its own, and then a retry.
    await expect.poll(() => seen).toEqual([[1, 2], [1], [1], [2], [3]]);
    expect(told).toEqual([
      expect.objectContaining({
        requestContext: expect.objectContaining({ condition: "RetryAttemptsExhausted", approximateInvokeCount: 2 }),
        DDBStreamBatchInfo: expect.objectContaining({ startSequenceNumber: "1", endSequenceNumber: "1", batchSize: 1 }),
      }),
    ]);
  });

  it("leaves no record out while the destination takes no message", async () => {
    const told: unknown[] = [];
    const { problems } = poll(heldStream([shard("a", [1])]), () => ({}), {
      maxAgeSeconds: -1e9,
      discard: async (message) => {
        told.push(message);
        if (told.length < 3) throw new Error("no queue");
      },
    });
    await expect.poll(() => told).toHaveLength(3);
    expect(problems).toHaveLength(2);
    await expect
      .poll(() => open.checkpoints?.of({ reader: "worker", stream: STREAM, shard: "a" }).processedTo)
      .toBe("1");
  });

  const isOdd = (record: unknown): boolean => Number((record as StreamRecord).dynamodb.SequenceNumber) % 2 === 1;
  const processedTo = () => open.checkpoints?.of({ reader: "worker", stream: STREAM, shard: "a" }).processedTo;

  it("calls its function with the records that the filter lets through, and counts all others as processed", async () => {
    const { seen } = poll(heldStream([shard("a", [1, 2, 3, 4, 6, 8])]), () => ({}), { batchSize: 4, filter: isOdd });
    await expect.poll(processedTo).toBe("8");
    expect(seen).toEqual([[1, 3]]);
  });

  it("counts records behind a failing change as processed once that change is, and not before", async () => {
    let isMended = false;
    const { seen } = poll(
      heldStream([shard("a", [1, 2, 3, 4])]),
      () => (isMended ? {} : { batchItemFailures: [{ itemIdentifier: "3" }] }),
      { batchSize: 4, filter: isOdd },
    );
    await expect.poll(() => seen.length).toBeGreaterThan(2);
    expect([seen[0], seen[1], processedTo()]).toEqual([[1, 3], [3], "1"]);
    isMended = true;
    await expect.poll(processedTo).toBe("4");
  });

  it("does not rest between pages of which nothing is let through", async () => {
    const numbers = Array.from({ length: 400 }, (_, i) => 2 * (i + 1));
    const begin = performance.now();
    const { seen } = poll(heldStream([shard("a", [...numbers, 801])]), () => ({}), { filter: isOdd });
    await expect.poll(() => seen, { interval: 5 }).toEqual([[801]]);
    // With a pause after each of two hundred pages, this would take fifty seconds.
    expect(performance.now() - begin).toBeLessThan(25_000);
  });

  it("sends the destination no old records that the filter leaves out", async () => {
    const told: unknown[] = [];
    const { seen } = poll(heldStream([shard("a", [2, 4])]), () => ({}), {
      ...{ maxAgeSeconds: -1e9, filter: isOdd },
      discard: async (message) => void told.push(message),
    });
    await expect.poll(processedTo).toBe("4");
    expect([seen, told]).toEqual([[], []]);
  });

  it("reads on where it was after an iterator has expired", async () => {
    const held = heldStream([shard("a", [1, 2, 3])]);
    let calls = 0;
    const service = {
      ...held,
      records: async (iterator: string, limit: number) => {
        calls += 1;
        if (calls === 2) throw new Error("ExpiredIteratorException");
        return held.records(iterator, limit);
      },
    };
    const { seen, problems } = poll(service, () => ({}));
    await expect.poll(() => seen).toEqual([[1, 2], [3]]);
    expect(problems).toHaveLength(1);
  });

  it("waits for the running batch when it stops, and takes no other", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const { seen } = poll(heldStream([shard("a", [1, 2, 3])]), () => promise);
    await expect.poll(() => seen).toHaveLength(1);
    const stopped = open.poller?.stop();
    resolve();
    await stopped;
    expect(seen).toEqual([[1, 2]]);
    const place = { reader: "worker", stream: STREAM, shard: "a" };
    expect(open.checkpoints?.of(place).processedTo).toBe("2");
  });
});
