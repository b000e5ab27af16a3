import { createHash } from "node:crypto";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type CannedReply, MAX_CANNED_REPLIES, nameKey } from "../domain/canned-reply.ts";
import type { CannedReplyStore } from "../ports.ts";

const PREFIX = "CANNED#";
/** Of several people who add the last ones at the same moment, each may succeed. */
const MAX_READ = MAX_CANNED_REPLIES + 50;

const cannedReplyItem = z.object({
  owner: ownerSub,
  id: z.string(),
  name: z.string(),
  text: z.string(),
  updatedAtMs: z.number(),
});

const keyOf = ({ owner, name }: Pick<CannedReply, "owner" | "name">) => ({
  pk: `O#${owner}`,
  sk: PREFIX + createHash("sha256").update(nameKey(name)).digest("hex"),
});

const isStill = ({ id }: CannedReply) => ({
  ConditionExpression: "id = :known",
  ExpressionAttributeValues: { ":known": id },
});
const isFree = { ConditionExpression: "attribute_not_exists(pk)" };

/** An item's key is its name, so that no two have the same. */
export class DynamoCannedReplyStore implements CannedReplyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async list(owner: Owner): Promise<readonly CannedReply[]> {
    const query = { table: this.#table, pk: `O#${owner}`, prefix: PREFIX, limit: MAX_READ };
    const items = await queryPartition(this.#client, query);
    return items.map((item) => cannedReplyItem.parse(item));
  }

  async add(reply: CannedReply): Promise<boolean> {
    const Item = { ...keyOf(reply), ...reply };
    const isOurs = {
      ConditionExpression: "attribute_not_exists(pk) OR id = :id",
      ExpressionAttributeValues: { ":id": reply.id },
    };
    const put = new PutCommand({ TableName: this.#table, Item, ...isOurs });
    return (await undefinedIfConditionFailed(this.#client.send(put))) !== undefined;
  }

  async replace(known: CannedReply, reply: CannedReply): Promise<"replaced" | "name_taken" | "changed"> {
    const Item = { ...keyOf(reply), ...reply };
    const isKnown = isStill(known);
    const hasSameKey = keyOf(known).sk === keyOf(reply).sk;
    const put = (condition: object): TransactItems[number] => ({ Put: { TableName: this.#table, Item, ...condition } });
    const items: TransactItems = hasSameKey
      ? [put(isKnown)]
      : [{ Delete: { TableName: this.#table, Key: keyOf(known), ...isKnown } }, put(isFree)];
    const failed = await transact(this.#client, items);
    if (failed === undefined) return "replaced";
    return failed[0] ? "changed" : "name_taken";
  }

  async remove(reply: CannedReply): Promise<void> {
    const remove = new DeleteCommand({ TableName: this.#table, Key: keyOf(reply), ...isStill(reply) });
    await undefinedIfConditionFailed(this.#client.send(remove));
  }
}
