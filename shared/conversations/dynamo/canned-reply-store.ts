import { createHash, randomUUID } from "node:crypto";
import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { OwnerSlots } from "../../aws/dynamo/owner-slots.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { type CannedReply, type CannedReplyWrite, MAX_CANNED_REPLIES, nameKey } from "../domain/canned-reply.ts";
import type { CannedReplyStore } from "../ports.ts";

const PREFIX = "CANNED#";

const cannedReplyItem = z.object({
  owner: ownerSub,
  id: z.string(),
  name: z.string(),
  text: z.string(),
  updatedAtMs: z.number(),
  revision: z.string(),
});

const keyOf = ({ owner, name }: Pick<CannedReply, "owner" | "name">) => ({
  pk: `O#${owner}`,
  sk: PREFIX + createHash("sha256").update(nameKey(name)).digest("hex"),
});

const isStill = ({ revision }: CannedReply) => ({
  ConditionExpression: "revision = :known",
  ExpressionAttributeValues: { ":known": revision },
});
const revised = (reply: CannedReplyWrite): CannedReply => ({ ...reply, revision: randomUUID() });
const itemOf = (reply: CannedReply) => ({ ...keyOf(reply), ...reply });
const isFree = { ConditionExpression: "attribute_not_exists(pk)" };
/** The condition that the name is free, or belongs to this same reply already. */
const isFreeFor = ({ id }: CannedReply) => ({
  ConditionExpression: "attribute_not_exists(pk) OR id = :id",
  ExpressionAttributeValues: { ":id": id },
});

/** A reply's name is the key of its item, so that no two replies share a name. Each reply takes one of its owner's slots, which limits them. */
export class DynamoCannedReplyStore implements CannedReplyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #slots: OwnerSlots;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#slots = new OwnerSlots(client, { table, kind: "CANNED", most: MAX_CANNED_REPLIES });
  }

  async list(owner: Owner): Promise<readonly CannedReply[]> {
    const query = { table: this.#table, pk: `O#${owner}`, prefix: PREFIX, limit: MAX_CANNED_REPLIES };
    const items = await queryPartition(this.#client, query);
    return items.map((item) => cannedReplyItem.parse(item));
  }

  async add(write: CannedReplyWrite): Promise<CannedReply | "name_taken" | "full"> {
    const reply = revised(write);
    const { owner, id: holder } = reply;
    const put = { Put: { TableName: this.#table, Item: itemOf(reply), ...isFree } };
    const failed = await this.#slots.take({ owner, holder, beside: [put] });
    if (failed === "full") return "full";
    return failed === undefined ? reply : "name_taken";
  }

  async replace(known: CannedReply, write: CannedReplyWrite): Promise<CannedReply | "name_taken" | "changed"> {
    const reply = revised(write);
    const isKnown = isStill(known);
    const hasSameKey = keyOf(known).sk === keyOf(reply).sk;
    const put = (condition: object): TransactItems[number] => ({
      Put: { TableName: this.#table, Item: itemOf(reply), ...condition },
    });
    const items: TransactItems = hasSameKey
      ? [put(isKnown)]
      : [{ Delete: { TableName: this.#table, Key: keyOf(known), ...isKnown } }, put(isFreeFor(known))];
    const failed = await transact(this.#client, items);
    if (failed === undefined) return reply;
    return failed[0] ? "changed" : "name_taken";
  }

  async remove(known: CannedReply): Promise<"removed" | "changed"> {
    const remove = { Delete: { TableName: this.#table, Key: keyOf(known), ...isStill(known) } };
    const failed = await transact(this.#client, [remove, ...(await this.#slots.release(known.owner, known.id))]);
    return failed === undefined ? "removed" : "changed";
  }
}
