import { BatchGetCommand, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { type ItemAddress, readItem } from "./read-item.ts";

type Item = Record<string, unknown>;

interface Wanted {
  readonly address: ItemAddress;
  readonly found: (item: Item | undefined) => void;
  readonly failed: (error: unknown) => void;
}

/** DynamoDB takes 100 keys and answers 16 MB: what it leaves out is read by itself. */
const MAX_KEYS = 100;
/** Keys that are asked for while so many requests are on their way go together with the next one. */
const MAX_REQUESTS = 2;

const nameOf = ({ TableName, Key }: ItemAddress): string => JSON.stringify([TableName, ...Object.values(Key)]);

/**
 * Reads that are wanted at the same moment share a request, and one item that several want is read once. Every read is sent after it
 * was asked for: this is no cache.
 */
class SharedReads {
  readonly #client: DynamoDBDocumentClient;
  #wanted: Wanted[] = [];
  #planned: NodeJS.Immediate | undefined;
  #requests = 0;

  constructor(client: DynamoDBDocumentClient) {
    this.#client = client;
  }

  read(address: ItemAddress): Promise<Item | undefined> {
    return new Promise((found, failed) => {
      this.#wanted.push({ address, found, failed });
      this.#plan();
    });
  }

  #plan(): void {
    if (this.#planned !== undefined || this.#requests >= MAX_REQUESTS || this.#wanted.length === 0) return;
    this.#planned = setImmediate(() => {
      this.#planned = undefined;
      this.#send();
    });
  }

  #send(): void {
    const batch = this.#wanted.splice(0, MAX_KEYS);
    this.#requests += 1;
    this.#answerAll(batch)
      .catch((error: unknown) => {
        for (const { failed } of batch) failed(error);
      })
      .finally(() => {
        this.#requests -= 1;
        this.#plan();
      });
    this.#plan();
  }

  async #answerAll(batch: readonly Wanted[]): Promise<void> {
    const addresses = new Map(batch.map(({ address }) => [nameOf(address), address]));
    const items = addresses.size > 1 ? await this.#readAll([...addresses.values()]) : new Map<string, Item>();
    for (const { address, found, failed } of batch) {
      const item = items.get(nameOf(address));
      // Missing, left out or alone: the ordinary way, which ends with a consistent read.
      if (item === undefined) readItem(this.#client, address).then(found, failed);
      else found(item);
    }
  }

  async #readAll(addresses: readonly ItemAddress[]): Promise<Map<string, Item>> {
    const tables = Map.groupBy(addresses, ({ TableName }) => TableName);
    const requests = [...tables].map(([table, wanted]) => [table, { Keys: wanted.map(({ Key }) => Key) }] as const);
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

const sharedReads = new WeakMap<DynamoDBDocumentClient, SharedReads>();

/** Like `readItem`, for what many ask for at once: a worker with its batch, an API under load. */
export function readTogether(client: DynamoDBDocumentClient, address: ItemAddress): Promise<Item | undefined> {
  const reads = sharedReads.get(client) ?? new SharedReads(client);
  sharedReads.set(client, reads);
  return reads.read(address);
}
