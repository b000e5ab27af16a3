import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { CallingKey } from "../../kernel/key-terms.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { SenderRequest } from "../../kernel/sender-request.ts";
import type { Acceptance, Intakes } from "../channel.ts";
import type { ChannelRequest } from "../contract/send-options.ts";
import type { Bad } from "../domain/batch.ts";
import { batchItemId } from "../domain/batch-ids.ts";
import { type Notification, ofChannel } from "../domain/notification.ts";
import {
  type NewNotification,
  type RepeatableKey,
  resumed,
  type StoreAndQueueDeps,
  type StoredNotification,
  stored,
} from "./store-and-queue.ts";
import { accepted } from "./submit-notification.ts";

export interface JudgeBatchDeps extends Pick<StoreAndQueueDeps, "clock"> {
  readonly notifications: Pick<StoreAndQueueDeps["notifications"], "get">;
  readonly identifiers: Pick<Identifiers, "hash">;
  /**
   * Creates new intakes, which check the requests of each channel. Each batch gets its own intakes, so that it reads
   * each account and template only once.
   */
  readonly channelsOfBatch: () => Intakes;
}

export interface Batch {
  readonly owner: Owner;
  /** The ids of the items are derived from the batch's id. */
  readonly id: string;
  /** Undefined when the ids belong to this request only; otherwise, whether an interrupted request may have stored items. */
  readonly isRepeat?: boolean | undefined;
  readonly isAtomic: boolean;
  readonly caller: CallerOrigin;
  readonly madeBy?: SenderRequest | undefined;
  /** The API key that the request was made with. */
  readonly callingKey?: CallingKey | undefined;
  /** `readItems` has a function for each item, in order. It reads the item, or throws the refusal of the item. */
  readonly readItems: readonly (() => Promise<ChannelRequest>)[];
}

/** An item that may be stored, or that an interrupted request has stored already. */
export type GoodItem = { readonly key: RepeatableKey } & (
  | { readonly accepted: NewNotification }
  | { readonly found: Notification; readonly acceptance: Acceptance }
);

/** Stores an item by itself, or goes on with one that an interrupted request has stored. */
export const storedItem = (deps: StoreAndQueueDeps, item: GoodItem): Promise<StoredNotification> =>
  "found" in item ? resumed(deps, item.found, item.acceptance) : stored(deps, item.key, item.accepted);

/** Judges every item like a single request. An item that an interrupted request stored is not judged again. */
export function judgedItems(deps: JudgeBatchDeps, batch: Batch): Promise<(GoodItem | Bad)[]> {
  const { owner, id, isRepeat, madeBy, callingKey } = batch;
  const channels = deps.channelsOfBatch();
  const keys = batch.readItems.map((read, index) => ({
    key: { owner, id: batchItemId(id, index, deps.identifiers.hash), isRepeat, madeBy, callingKey },
    read,
  }));
  return inBatches(keys, ({ key, read }) =>
    judgedItem({ ...deps, channels }, batch, { key, read }).catch((error: unknown) => ({ error })),
  );
}

async function judgedItem(
  deps: JudgeBatchDeps & { readonly channels: Intakes },
  { owner, caller }: Batch,
  { key, read }: { readonly key: RepeatableKey; readonly read: Batch["readItems"][number] },
): Promise<GoodItem> {
  const found = key.isRepeat ? await deps.notifications.get(owner, key.id) : undefined;
  if (found !== undefined) return { key, found, acceptance: ofChannel(deps.channels, found.channel) };
  return { key, accepted: await accepted(deps, { ...key, owner, caller }, await read()) };
}
