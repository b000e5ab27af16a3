import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readTogether } from "../../aws/dynamo/read-together.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import type { LinkKey, LinkKeyStore } from "../ports.ts";

const PREFIX = "LINKKEY#";
const SORT_KEY = "KEY";
export const LINK_KEY_BYTES = 32;
const ID_BYTES = 8;

/** A key is found by its id, which stands in every link. */
export const linkKeyKey = (id: string) => ({ pk: `${PREFIX}${id}`, sk: SORT_KEY });
/** The owner's partition names the key. */
const ownersLinkKey = (owner: Owner) => ({ pk: `O#${owner}`, sk: `${PREFIX}${SORT_KEY}` });

const item = z.object({ linkKeyId: z.string(), owner: ownerSub, key: z.string() });

function fromItem(stored: unknown): LinkKey {
  const { linkKeyId: id, owner, key } = item.parse(stored);
  return { id, owner, key: Buffer.from(key, "base64") };
}

/** The keys lie in the Config table, beside the addresses that the links hide (docs/decisions/links-to-unsubscribe.md). */
export class DynamoLinkKeyStore implements LinkKeyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #randomBytes: (length: number) => Uint8Array;

  constructor(client: DynamoDBDocumentClient, table: string, randomBytes: (length: number) => Uint8Array) {
    this.#client = client;
    this.#table = table;
    this.#randomBytes = randomBytes;
  }

  async ofOwner(owner: Owner): Promise<LinkKey> {
    return (await this.#ownersKey(owner)) ?? (await this.#make(owner)) ?? this.#known(owner);
  }

  async find(id: string): Promise<LinkKey | undefined> {
    const found = await readItem(this.#client, { TableName: this.#table, Key: linkKeyKey(id) });
    return found && fromItem(found);
  }

  async #ownersKey(owner: Owner): Promise<LinkKey | undefined> {
    const found = await readTogether(this.#client, { TableName: this.#table, Key: ownersLinkKey(owner) });
    return found && fromItem(found);
  }

  /** Reads consistently, because the process that was faster may have written the key only just now. */
  async #known(owner: Owner): Promise<LinkKey> {
    const known = await readItemConsistently(this.#client, { TableName: this.#table, Key: ownersLinkKey(owner) });
    if (known === undefined) throw new Error("a key for links was made and is gone");
    return fromItem(known);
  }

  /** Returns undefined when another process was faster. */
  async #make(owner: Owner): Promise<LinkKey | undefined> {
    const id = Buffer.from(this.#randomBytes(ID_BYTES)).toString("hex");
    const key = Buffer.from(this.#randomBytes(LINK_KEY_BYTES));
    const stored = { linkKeyId: id, owner, key: key.toString("base64") };
    const isFirst = { ConditionExpression: "attribute_not_exists(pk)" };
    const failed = await transact(this.#client, [
      { Put: { TableName: this.#table, Item: { ...ownersLinkKey(owner), ...stored }, ...isFirst } },
      { Put: { TableName: this.#table, Item: { ...linkKeyKey(id), ...stored }, ...isFirst } },
    ]);
    return failed === undefined ? { id, owner, key } : undefined;
  }
}
