import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { OwnerSlots } from "../../aws/dynamo/owner-slots.ts";
import { queryAfter } from "../../aws/dynamo/query-after.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { readItem, readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { MAX_KEYS, readMany } from "../../aws/dynamo/read-many.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import { slotsOf, TEMPLATE_SLOTS } from "../domain/templates/template-slots.ts";
import type {
  ChatTemplateStore,
  RemoteChange,
  TemplatePlace,
  UnfinishedCreation,
} from "../ports/chat-template-store.ts";
import {
  fromItem,
  pointerItem,
  providerTemplateKey,
  TEMPLATE_PREFIX,
  templateKey,
  unfinishedItem,
  unfinishedKey,
  unfinishedPartition,
} from "./chat-template-item.ts";

const MAX_LISTED = 1000;
const MAX_UNFINISHED = 100;

type Part = readonly [name: keyof RemoteChange, path: readonly string[], value: string | boolean | undefined];

/** Each part of a change has its path in the item. */
const partsOf = (change: RemoteChange): readonly Part[] => [
  ["remoteStatus", ["remoteStatus"], change.remoteStatus],
  ["quality", ["quality"], change.quality],
  ["category", ["definition", "category"], change.category],
  ["rejectedReason", ["rejectedReason"], change.rejectedReason],
  ["isDisabled", ["isDisabled"], change.isDisabled],
];

export class DynamoChatTemplateStore implements ChatTemplateStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #slots: OwnerSlots;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
    this.#slots = new OwnerSlots(client, { table, kind: "CTPL", most: TEMPLATE_SLOTS });
  }

  async list(owner: Owner): Promise<readonly ChatTemplate[]> {
    const query = { table: this.#table, pk: `O#${owner}`, prefix: TEMPLATE_PREFIX, limit: MAX_LISTED };
    const newest = (await queryPartition(this.#client, { ...query, isNewestFirst: true })).map(fromItem);
    const older = newest.length < MAX_LISTED ? [] : await this.#livingBeside(owner, newest);
    return [...newest, ...older].sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async get(owner: Owner, id: string): Promise<ChatTemplate | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: templateKey(owner, id) });
    return item && fromItem(item);
  }

  async add(template: ChatTemplate): Promise<"added" | "taken" | "full"> {
    const { owner, id, chatAccountId, providerTemplateId, definition } = template;
    const isNew = { TableName: this.#table, ConditionExpression: "attribute_not_exists(pk)" };
    const pointer = { ...providerTemplateKey(providerTemplateId), owner, templateId: id };
    const place = { chatAccountId, name: definition.name, language: definition.language };
    const failed = await this.#slots.take({
      owner,
      holder: id,
      count: slotsOf(template),
      overOf: this.#deletedOf(owner),
      beside: [
        { Put: { ...isNew, Item: { ...templateKey(owner, id), ...template } } },
        { Put: { ...isNew, Item: pointer } },
        { Delete: { TableName: this.#table, Key: unfinishedKey(place) } },
      ],
    });
    if (failed === undefined) return "added";
    if (failed === "full") return "full";
    if (failed[0]) throw new Error("a chat template of this id exists already");
    return "taken";
  }

  hasRoomFor(owner: Owner, template: Pick<ChatTemplate, "definition" | "parameters">): Promise<boolean> {
    return this.#slots.hasFree(owner, slotsOf(template), this.#deletedOf(owner));
  }

  /** A deleted template never comes back, and frees its slots. */
  #deletedOf(owner: Owner) {
    return async (ids: readonly string[]): Promise<readonly string[]> => {
      const living = new Set((await this.#named(owner, ids)).filter((one) => !one.isDisabled).map(({ id }) => id));
      return ids.filter((id) => !living.has(id));
    };
  }

  async #livingBeside(owner: Owner, listed: readonly ChatTemplate[]): Promise<readonly ChatTemplate[]> {
    const known = new Set(listed.map(({ id }) => id));
    const others = (await this.#slots.holders(owner)).filter((id) => !known.has(id));
    return (await this.#named(owner, others)).filter((one) => !one.isDisabled);
  }

  async #named(owner: Owner, ids: readonly string[]): Promise<readonly ChatTemplate[]> {
    const keys = ids.map((id) => templateKey(owner, id));
    const pages = Array.from({ length: Math.ceil(keys.length / MAX_KEYS) }, (_, n) =>
      keys.slice(n * MAX_KEYS, (n + 1) * MAX_KEYS),
    );
    const items = (await inBatches(pages, (page) => readMany(this.#client, this.#table, page))).flat();
    return items.flatMap((item) => (item === undefined ? [] : fromItem(item)));
  }

  async change(owner: Owner, id: string, change: RemoteChange, atMs: number): Promise<ChatTemplate | undefined> {
    const write = new UpdateCommand({
      TableName: this.#table,
      Key: templateKey(owner, id),
      ConditionExpression: "attribute_exists(pk)",
      ReturnValues: "ALL_NEW",
      ...updateOf(change, atMs),
    });
    const written = await undefinedIfConditionFailed(this.#client.send(write));
    return written && fromItem(written.Attributes);
  }

  async findByProviderId(providerTemplateId: string): Promise<ChatTemplate | undefined> {
    const pointer = await this.#pointerOf(providerTemplateId);
    return pointer && this.get(pointer.owner, pointer.templateId);
  }

  async freeProviderId(providerTemplateId: string): Promise<boolean> {
    const pointer = await this.#pointerOf(providerTemplateId);
    if (pointer === undefined) return true;
    const template = await this.get(pointer.owner, pointer.templateId);
    if (template?.isDisabled === false) return false;
    const removal = new DeleteCommand({
      TableName: this.#table,
      Key: providerTemplateKey(providerTemplateId),
      // Another request may have given the id to a new template meanwhile.
      ConditionExpression: "templateId = :known",
      ExpressionAttributeValues: { ":known": pointer.templateId },
    });
    await undefinedIfConditionFailed(this.#client.send(removal));
    return true;
  }

  async #pointerOf(providerTemplateId: string) {
    const address = { TableName: this.#table, Key: providerTemplateKey(providerTemplateId) };
    const item = await readItem(this.#client, address);
    return item && pointerItem.parse(item);
  }

  async begin(creation: UnfinishedCreation): Promise<void> {
    await this.#client.send(
      new PutCommand({ TableName: this.#table, Item: { ...unfinishedKey(creation), ...creation } }),
    );
  }

  async abandon(place: TemplatePlace): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: unfinishedKey(place) }));
  }

  async findUnfinished(place: TemplatePlace): Promise<UnfinishedCreation | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: unfinishedKey(place) });
    return item && unfinishedItem.parse(item);
  }

  async listUnfinished(chatAccountId: string): Promise<readonly UnfinishedCreation[]> {
    const page = { table: this.#table, pk: unfinishedPartition(chatAccountId), limit: MAX_UNFINISHED };
    return (await queryAfter(this.#client, page)).map((item) => unfinishedItem.parse(item));
  }
}

function updateOf(change: RemoteChange, atMs: number) {
  const names: Record<string, string> = { "#updatedAt": "updatedAt" };
  const values: Record<string, string | boolean> = { ":updatedAt": new Date(atMs).toISOString() };
  const sets = ["#updatedAt = :updatedAt"];
  for (const [part, path, value] of partsOf(change)) {
    if (value === undefined) continue;
    for (const step of path) names[`#${step}`] = step;
    values[`:${part}`] = value;
    sets.push(`${path.map((step) => `#${step}`).join(".")} = :${part}`);
  }
  return {
    UpdateExpression: `SET ${sets.join(", ")}`,
    ExpressionAttributeNames: names,
    ExpressionAttributeValues: values,
  };
}
