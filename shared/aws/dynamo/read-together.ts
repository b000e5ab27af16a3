import { BatchGetCommand, type DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { Gathering } from "../../kernel/gathering.ts";
import { type ItemAddress, readItem, readItemConsistently } from "./read-item.ts";

type Item = Record<string, unknown>;

interface Wanted {
  readonly address: ItemAddress;
  /** The item usually does not exist, so a miss is an answer and is not asked for again. */
  readonly isRare?: boolean;
  readonly found: (item: Item | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** DynamoDB takes 100 keys and answers at most 16 MB. An item that the answer leaves out is read by itself. */
const MAX_KEYS = 100;
const nameOf = ({ TableName, Key }: ItemAddress): string => JSON.stringify([TableName, ...Object.values(Key)]);

/**
 * Lets reads that are asked for at the same moment share a request; an item that several callers want is read once.
 * Every read is sent after it was asked for, so sharing is no caching.
 */
class SharedReads {
  readonly #client: DynamoDBDocumentClient;
  readonly #isConsistent: boolean;
  readonly #wanted = new Gathering<Wanted>({
    fitting: ({ length }) => Math.min(length, MAX_KEYS),
    carry: (batch) =>
      this.#answerAll(batch).catch((error: unknown) => {
        for (const { failed } of batch) failed(error);
      }),
  });

  constructor(client: DynamoDBDocumentClient, isConsistent: boolean) {
    this.#client = client;
    this.#isConsistent = isConsistent;
  }

  read(address: ItemAddress, isRare = false): Promise<Item | undefined> {
    return new Promise((found, failed) => this.#wanted.add({ address, isRare, found, failed }));
  }

  async #answerAll(batch: readonly Wanted[]): Promise<void> {
    const addresses = new Map(batch.map(({ address }) => [nameOf(address), address]));
    const { items, unread } = addresses.size > 1 ? await this.#readAll([...addresses.values()]) : nothingOf(addresses);
    const alone = new Map<string, Promise<Item | undefined>>();
    for (const { address, isRare, found, failed } of batch) {
      const name = nameOf(address);
      const item = items.get(name);
      if (item !== undefined || (isRare && !unread.has(name))) {
        found(item);
        continue;
      }
      // An item is read by itself if the batch did not find it, if DynamoDB left its key unprocessed, or if no other
      // item was requested. If it is then not found either, it is read once more with a consistent read.
      const read = alone.get(name) ?? this.#readAlone(address, isRare);
      alone.set(name, read);
      read.then(found, failed);
    }
  }

  async #readAlone(address: ItemAddress, isRare = false): Promise<Item | undefined> {
    if (isRare) return (await this.#client.send(new GetCommand(address))).Item;
    return this.#isConsistent ? readItemConsistently(this.#client, address) : readItem(this.#client, address);
  }

  async #readAll(addresses: readonly ItemAddress[]): Promise<ReadItems> {
    const tables = Map.groupBy(addresses, ({ TableName }) => TableName);
    const requests = [...tables].map(([table, wanted]) => {
      const Keys = wanted.map(({ Key }) => Key);
      return [table, { Keys, ...(this.#isConsistent && { ConsistentRead: true }) }] as const;
    });
    const { Responses = {}, UnprocessedKeys = {} } = await this.#client.send(
      new BatchGetCommand({ RequestItems: Object.fromEntries(requests) }),
    );
    const all = [...tables];
    const left = all.flatMap(([table, wanted]) => named(table, wanted, UnprocessedKeys[table]?.Keys ?? []));
    return {
      items: new Map(all.flatMap(([table, wanted]) => named(table, wanted, Responses[table] ?? []))),
      unread: new Set(left.map(([name]) => name)),
    };
  }
}

interface ReadItems {
  readonly items: ReadonlyMap<string, Item>;
  /** DynamoDB did not look at the items with these names. */
  readonly unread: ReadonlySet<string>;
}

const nothingOf = (addresses: ReadonlyMap<string, unknown>): ReadItems => ({
  items: new Map(),
  unread: new Set(addresses.keys()),
});

function named(TableName: string, [first]: readonly ItemAddress[], items: readonly Item[]): [string, Item][] {
  const attributes = Object.keys(first?.Key ?? {});
  return items.map((item) => {
    const Key = Object.fromEntries(attributes.map((attribute) => [attribute, String(item[attribute])]));
    return [nameOf({ TableName, Key }), item];
  });
}

/** Keeps one `SharedReads` for each client. */
const sharedReads = (isConsistent: boolean) => {
  const byClient = new WeakMap<DynamoDBDocumentClient, SharedReads>();
  return (client: DynamoDBDocumentClient): SharedReads => {
    const reads = byClient.get(client) ?? new SharedReads(client, isConsistent);
    byClient.set(client, reads);
    return reads;
  };
};

type Read = (client: DynamoDBDocumentClient, address: ItemAddress) => Promise<Item | undefined>;

const eventually = sharedReads(false);
const consistently = sharedReads(true);

/**
 * Reads like `readItem`, for items that many callers ask for at once: a worker with its batch, or an API under load.
 */
export const readTogether: Read = (client, address) => eventually(client).read(address);

/**
 * Reads an item that usually does not exist, in the same requests as `readTogether`. A miss costs no second read, so an
 * item that was written a moment ago may be missed.
 */
export const readRareTogether: Read = (client, address) => eventually(client).read(address, true);

/** Reads like `readTogether`, but consistently, for items that the caller may have changed a moment ago. */
export const readTogetherConsistently: Read = (client, address) => consistently(client).read(address);
