import { inBatches } from "../../kernel/in-batches.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { type DailyCount, dailyCountOf } from "../../keys/domain/daily-count.ts";
import { type Bad, type BatchResult, isBad, type RefusedItem } from "../domain/batch.ts";
import type { NotificationStore } from "../ports.ts";
import { type Batch, type GoodItem, type JudgeBatchDeps, judgedItems, storedItem } from "./judge-batch.ts";
import {
  newContent,
  newNotification,
  queued,
  resumed,
  type StoreAndQueueDeps,
  type StoredNotification,
  settled,
} from "./store-and-queue.ts";

export interface SubmitBatchDeps extends JudgeBatchDeps, StoreAndQueueDeps {
  readonly notifications: Pick<NotificationStore, "add" | "addTogether" | "get" | "findContent">;
}

/** The results are in the order of the items. */
export type BatchOutcome =
  | { readonly isRefused: false; readonly results: readonly BatchResult[] }
  /** The result when an item was refused and the batch must be created as a whole: nothing was created. */
  | { readonly isRefused: true; readonly items: readonly RefusedItem[] };

/**
 * Judges all items, then stores them, then queues them (D41). In an atomic batch, one bad item means that nothing is created; in any
 * other batch, each item is accepted by itself. A repeated request goes on with the items that the interrupted one has stored.
 * @throws Error for an internal error in an atomic batch, or in a request with an idempotency key: a repeat creates nothing twice
 */
export async function submitBatch(deps: SubmitBatchDeps, batch: Batch): Promise<BatchOutcome> {
  const judged = await judgedItems(deps, batch);
  if (batch.isAtomic) throwFault(judged);
  if (batch.isAtomic && judged.some(isBad)) {
    // A refusal would free the idempotency key here, and a repeat would create all items a second time.
    if (judged.some((one) => "found" in one)) throw new Error("a batch was stored while it was judged");
    return { isRefused: true, items: judged.map((one) => (isBad(one) ? one : {})) };
  }
  const count = dailyCountOf(batch.owner, batch.callingKey, deps.clock.now());
  if (count !== undefined) return counted(deps, { batch, judged, count });
  const kept = batch.isAtomic ? await storedTogether(deps, batch, judged) : await storedAlone(deps, judged);
  return answered(deps, batch, kept);
}

interface CountedBatch {
  readonly batch: Batch;
  readonly judged: readonly (GoodItem | Bad)[];
  readonly count: DailyCount;
}

/** Stores the batch of a key with a daily limit (D47d). An atomic batch that is larger than what is left is refused as a whole. */
async function counted(deps: SubmitBatchDeps, { batch, judged, count }: CountedBatch): Promise<BatchOutcome> {
  // Few keys have a daily limit, so the code for their batches is loaded by the first of them.
  const { storedTogetherCounted, storedWhileRoom } = await import("./store-counted-batch.ts");
  if (!batch.isAtomic) return answered(deps, batch, await storedWhileRoom(deps, judged, count));
  const kept = await storedTogetherCounted(
    deps,
    judged.filter((item): item is GoodItem => !isBad(item)),
    count,
  );
  if ("left" in kept)
    return { isRefused: true, items: judged.map((_, i) => (i < kept.left ? {} : { error: kept.error })) };
  return answered(deps, batch, kept.stored);
}

async function answered(
  deps: SubmitBatchDeps,
  batch: Batch,
  kept: readonly (StoredNotification | Bad)[],
): Promise<BatchOutcome> {
  // All items are queued in the same turn of the event loop, so that they share requests to the queue.
  const results = await Promise.all(
    kept.map(async (one): Promise<BatchResult> => (isBad(one) ? one : { notification: await queued(deps, one) })),
  );
  if (batch.isRepeat !== undefined) throwFault(results);
  reportFaults(deps, results);
  return { isRefused: false, results };
}

const isFault = (one: object): one is Bad => isBad(one) && !(one.error instanceof Refusal);

function throwFault(all: readonly object[]): void {
  const fault = all.find(isFault);
  if (fault) throw fault.error;
}

function reportFaults({ log }: SubmitBatchDeps, results: readonly BatchResult[]): void {
  for (const { error } of results.filter(isFault)) log.error("batch.item_not_accepted", error, {});
}

/** An item that fails does not keep the others from being stored. */
const storedAlone = (
  deps: SubmitBatchDeps,
  judged: readonly (GoodItem | Bad)[],
): Promise<(StoredNotification | Bad)[]> =>
  inBatches(judged, async (item) => {
    if (isBad(item)) return item;
    return storedItem(deps, item).catch((error: unknown) => ({ error }));
  });

/** Stores all items or none, even if the process dies, so a repeated request that finds one item finds all. */
async function storedTogether(
  deps: SubmitBatchDeps,
  batch: Pick<Batch, "madeBy">,
  judged: readonly (GoodItem | Bad)[],
): Promise<StoredNotification[]> {
  const items = judged.filter((item): item is GoodItem => !isBad(item));
  const fresh = items.flatMap((item) =>
    "found" in item ? [] : { ...item, notification: newNotification(deps, item.key, item.accepted) },
  );
  const all = fresh.map(({ notification, accepted }) => ({ notification, content: newContent(batch, accepted) }));
  const added = all.length > 0 ? await deps.notifications.addTogether(all) : undefined;
  const dueOf = new Map(added?.map((one, i) => [fresh[i]?.key.id, one]));
  const newOf = new Map(fresh.map((one) => [one.key.id, one.notification]));
  return inBatches(items, async (item) => {
    if ("found" in item) return storedItem(deps, item);
    const { key, accepted } = item;
    const [notification, due] = [newOf.get(key.id), dueOf.get(key.id)];
    if (notification && due) return settled(deps, notification, { ...accepted, added: due });
    return resumed(deps, await deps.notifications.get(key.owner, key.id), accepted.acceptance);
  });
}
