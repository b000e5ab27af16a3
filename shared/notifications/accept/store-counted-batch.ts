import { inBatches } from "../../kernel/in-batches.ts";
import { type DailyCount, dailyLimitReached } from "../../keys/domain/daily-count.ts";
import { type Bad, isBad } from "../domain/batch.ts";
import type { Notification, NotificationContent } from "../domain/notification.ts";
import type { AddedNotification } from "../ports.ts";
import { type GoodItem, storedItem } from "./judge-batch.ts";
import {
  countedStoreOf,
  type NewNotification,
  newContent,
  newNotification,
  type RepeatableKey,
  resumed,
  type StoreAndQueueDeps,
  type StoredNotification,
  settled,
} from "./store-and-queue.ts";

/** So many items of a batch share one transaction, and therefore one write of the count. */
const TOGETHER = 50;

interface FreshItem {
  readonly key: RepeatableKey;
  readonly accepted: NewNotification;
  readonly notification: Notification;
  readonly content: NotificationContent;
}

const freshItem = (deps: StoreAndQueueDeps, key: RepeatableKey, accepted: NewNotification): FreshItem => ({
  key,
  accepted,
  notification: newNotification(deps, key, accepted),
  content: newContent(key, accepted),
});

/** Stores each item that still has room in the count, in the order of the batch. The others are refused (D47d). */
export async function storedWhileRoom(
  deps: StoreAndQueueDeps,
  judged: readonly (GoodItem | Bad)[],
  count: DailyCount,
): Promise<(StoredNotification | Bad)[]> {
  const fresh = judged.flatMap((item) =>
    isBad(item) || "found" in item ? [] : freshItem(deps, item.key, item.accepted),
  );
  const outcomes = new Map<string, StoredNotification | Bad>();
  for (let waiting = fresh; waiting.length > 0; ) {
    const some = waiting.slice(0, TOGETHER);
    for (const [id, outcome] of await storedSome(deps, some, count)) outcomes.set(id, outcome);
    waiting = waiting.filter(({ key }) => !outcomes.has(key.id));
  }
  return inBatches(judged, async (item) => {
    if (isBad(item)) return item;
    if ("found" in item) return storedItem(deps, item).catch((error: unknown) => ({ error }));
    return outcomes.get(item.key.id) ?? { error: new Error("an item of a batch was left out") };
  });
}

type Outcomes = readonly (readonly [id: string, outcome: StoredNotification | Bad])[];

/** Stores some items, and says of at least one what became of it. */
async function storedSome(deps: StoreAndQueueDeps, some: readonly FreshItem[], count: DailyCount): Promise<Outcomes> {
  try {
    const counted = await countedStoreOf(deps).addCounted(some, count);
    if (counted.kind === "added") return await settledEach(deps, some, counted.added);
    if (counted.kind === "there")
      return await resumedEach(
        deps,
        some.filter(({ key }) => counted.ids.has(key.id)),
      );
    if (counted.left > 0) return await storedSome(deps, some.slice(0, counted.left), count);
    const error = dailyLimitReached(deps.clock.now());
    return some.map(({ key }) => [key.id, { error }]);
  } catch (error) {
    const [first, ...others] = some;
    if (first === undefined || others.length === 0) return some.map(({ key }) => [key.id, { error }]);
    // One item that cannot be stored does not keep the others from being stored.
    return (await inBatches(some, (one) => storedSome(deps, [one], count))).flat();
  }
}

const settledEach = (
  deps: StoreAndQueueDeps,
  some: readonly FreshItem[],
  added: readonly AddedNotification[],
): Promise<Outcomes> =>
  inBatches(
    some.map((item, i) => ({ item, added: added[i] })),
    async ({ item, added: one }) => {
      const stored = one
        ? settled(deps, item.notification, { ...item.accepted, added: one })
        : Promise.reject(new Error("a stored notification was left out"));
      return [item.key.id, await stored.catch((error: unknown) => ({ error }))] as const;
    },
  );

const resumedEach = (deps: StoreAndQueueDeps, some: readonly FreshItem[]): Promise<Outcomes> =>
  inBatches(some, async ({ key, accepted }) => {
    const found = deps.notifications.get(key.owner, key.id);
    const stored = found.then((one) => resumed(deps, one, accepted.acceptance));
    return [key.id, await stored.catch((error: unknown) => ({ error }))] as const;
  });

/** The outcome for a batch that is stored as a whole: all of it, or the room that was left in the count. */
export type StoredTogether =
  | { readonly stored: readonly StoredNotification[] }
  | { readonly left: number; readonly error: unknown };

/** Stores and counts all items or none, even if the process dies, so a repeated request that finds one item finds all. */
export async function storedTogetherCounted(
  deps: StoreAndQueueDeps,
  items: readonly GoodItem[],
  count: DailyCount,
): Promise<StoredTogether> {
  const fresh = items.flatMap((item) => ("found" in item ? [] : freshItem(deps, item.key, item.accepted)));
  const counted = fresh.length > 0 ? await countedStoreOf(deps).addCounted(fresh, count) : undefined;
  if (counted?.kind === "full") return { left: counted.left, error: dailyLimitReached(deps.clock.now()) };
  const added = new Map(counted?.kind === "added" ? fresh.map(({ key }, i) => [key.id, counted.added[i]]) : []);
  const freshOf = new Map(fresh.map((one) => [one.key.id, one]));
  const stored = await inBatches(items, async (item) => {
    if ("found" in item) return storedItem(deps, item);
    const [own, due] = [freshOf.get(item.key.id), added.get(item.key.id)];
    if (own && due) return settled(deps, own.notification, { ...own.accepted, added: due });
    return resumed(deps, await deps.notifications.get(item.key.owner, item.key.id), item.accepted.acceptance);
  });
  return { stored };
}
