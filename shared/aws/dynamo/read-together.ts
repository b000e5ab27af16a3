import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { Gathering } from "../../kernel/gathering.ts";
import { type ItemAddress, readItem, readItemConsistently } from "./read-item.ts";

type Item = Record<string, unknown>;

interface Wanted {
  readonly address: ItemAddress;
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

  read(address: ItemAddress): Promise<Item | undefined> {
    return new Promise((found, failed) => this.#wanted.add({ address, found, failed }));
  }

  async #answerAll(batch: readonly Wanted[]): Promise<void> {
    const addresses = new Map(batch.map(({ address }) => [nameOf(address), address]));
    const items = addresses.size > 1 ? await this.#readAll([...addresses.values()]) : new Map<string, Item>();
    const alone = new Map<string, Promise<Item | undefined>>();
    for (const { address, found, failed } of batch) {
      const name = nameOf(address);
      const item = items.get(name);
      if (item !== undefined) {
        found(item);
        continue;
      }
      // An item that is missing, left out, or the only one wanted is read by itself, which ends with a consistent read.
      const read = alone.get(name) ?? this.#readAlone(address);
      alone.set(name, read);
      read.then(found, failed);
    }
  }

  #readAlone(address: ItemAddress): Promise<Item | undefined> {
    return this.#isConsistent ? readItemConsistently(this.#client, address) : readItem(this.#client, address);
  }

  async #readAll(addresses: readonly ItemAddress[]): Promise<Map<string, Item>> {
    const tables = Map.groupBy(addresses, ({ TableName }) => TableName);
    const requests = [...tables].map(([table, wanted]) => {
      const Keys = wanted.map(({ Key }) => Key);
      return [table, { Keys, ...(this.#isConsistent && { ConsistentRead: true }) }] as const;
    });
    const { Responses = {} } = await this.#client.send(
      new BatchGetCommand({ RequestItems: Object.fromEntries(requests) }),
    );
    return new Map([...tables].flatMap(([table, wanted]) => named(table, wanted, Responses[table] ?? [])));
  }
}

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
  return (client: DynamoDBDocumentClient, address: ItemAddress): Promise<Item | undefined> => {
    const reads = byClient.get(client) ?? new SharedReads(client, isConsistent);
    byClient.set(client, reads);
    return reads.read(address);
  };
};

/**
 * Reads like `readItem`, for items that many callers ask for at once: a worker with its batch, or an API under load.
 */
export const readTogether = sharedReads(false);

/** Reads like `readTogether`, but consistently, for items that the caller may have changed a moment ago. */
export const readTogetherConsistently = sharedReads(true);
