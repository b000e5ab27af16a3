import { promisify } from "node:util";
import { zstdCompress, zstdDecompress } from "node:zlib";
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { deleteTogether } from "../../aws/dynamo/delete-together.ts";
import { isLiving, LivingItems, secondOf, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { queryPartition } from "../../aws/dynamo/query-partition.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { Owner } from "../../kernel/owner.ts";
import { isSentTo, type SandboxMail } from "../domain/sandbox-mail.ts";
import type { NewSandboxMail, SandboxMailPage, SandboxMails, SandboxPage } from "../ports.ts";
import { sandboxPartition, sandboxSourcesOf } from "./sandbox-keys.ts";
import {
  attemptsItem,
  attemptsKey,
  countItem,
  countKey,
  KEPT_SECONDS,
  MAIL_PREFIX,
  MOST_MAILS,
  mailKey,
  mailReference,
  placeKey,
  sourceIdOf,
  sourceItem,
  sourceKey,
  toMail,
} from "./sandbox-mail-item.ts";

const compress = promisify(zstdCompress);
const decompress = promisify(zstdDecompress);

/** A larger source goes to the content bucket as it is, because the encoded files in it hardly compress. */
const MAX_COMPRESSED_FROM = 2_000_000;
/** A source that is larger after compression goes to the content bucket. */
const MAX_ITEM_BYTES = 200_000;
const AT_ONCE = 100;
/** All mails of an owner fit into this many requests, with some that have expired. */
const MAX_REQUESTS = 2 * (MOST_MAILS / AT_ONCE);
/** Clearing deletes all mails of an owner in its first round, and those of the same moment in the next ones. */
const MAX_ROUNDS = 3;

export interface DynamoSandboxMailsOptions extends TableInTime {
  readonly blobs: () => Promise<BlobStore>;
}

/** Stores what an owner of test mode was sent in a partition of the table Events. The clock is real time. */
export class DynamoSandboxMails implements SandboxMails {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: DynamoSandboxMailsOptions;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: DynamoSandboxMailsOptions) {
    this.#client = client;
    this.#options = options;
    this.#items = new LivingItems(client, options);
  }

  async add(owner: Owner, { idempotencyKey, ...mail }: NewSandboxMail, source: Uint8Array): Promise<void> {
    const TableName = this.#options.table;
    const ttl = this.#ttl();
    const reference = { id: mail.id, ...(idempotencyKey !== undefined && { sourceId: sourceIdOf(idempotencyKey) }) };
    const [place, stored] = await Promise.all([this.#nextPlace(owner), this.#storedSource(owner, mail.id, source)]);
    const own = sourceKey(owner, reference);
    const before = mailReference.safeParse(await this.#items.readConsistently(place)).data;
    // One transaction cannot name an item twice.
    const isPushedOut = before !== undefined && sourceKey(owner, before).sk !== own.sk;
    const isNew = { TableName, ConditionExpression: "attribute_not_exists(pk)" };
    // If the mail is there already, a condition fails, and nothing is written.
    await transact(this.#client, [
      { Put: { TableName, Item: { ...place, ...reference, ttl } } },
      { Put: { ...isNew, Item: { ...mailKey(owner, mail.id), ...mail, ...reference, ttl } } },
      { Put: { ...isNew, Item: { ...own, ...stored, ttl } } },
      ...(isPushedOut
        ? [
            { Delete: { TableName, Key: mailKey(owner, before.id) } },
            { Delete: { TableName, Key: sourceKey(owner, before) } },
          ]
        : []),
    ]);
  }

  async list(
    owner: Owner,
    { limit, after, to }: SandboxPage & { readonly to?: string | undefined },
  ): Promise<SandboxMailPage> {
    const mails: SandboxMail[] = [];
    let from = after;
    for (let requests = 0; requests < MAX_REQUESTS; requests++) {
      const { Items = [], LastEvaluatedKey } = await this.#query(owner, from);
      mails.push(
        ...Items.filter((item) => isLiving(item, this.#options.clock))
          .map(toMail)
          .filter(isSentTo(to)),
      );
      const page = mails.slice(0, limit);
      if (mails.length > limit) return { mails: page, next: page.at(-1)?.id };
      if (LastEvaluatedKey === undefined) return { mails };
      from = String(LastEvaluatedKey.sk).slice(MAIL_PREFIX.length);
    }
    return { mails, next: from };
  }

  async find(owner: Owner, id: string): Promise<SandboxMail | undefined> {
    const item = await this.#items.readConsistently(mailKey(owner, id));
    return item && toMail(item);
  }

  async source(owner: Owner, id: string): Promise<Uint8Array | undefined> {
    const mail = await this.#items.readConsistently(mailKey(owner, id));
    const item = mail && (await this.#items.readConsistently(sourceKey(owner, mailReference.parse(mail))));
    if (item === undefined) return undefined;
    const source = sourceItem.parse(item);
    return "compressed" in source
      ? decompress(source.compressed, { maxOutputLength: MAX_COMPRESSED_FROM })
      : (await this.#options.blobs()).get(source.blobKey);
  }

  async clear(owner: Owner): Promise<void> {
    const { table } = this.#options;
    const pk = sandboxPartition(owner);
    for (let round = 0; round < MAX_ROUNDS; round++) {
      const items = await queryPartition(this.#client, { table, pk, prefix: MAIL_PREFIX, limit: MOST_MAILS });
      const mails = items.map((item) => mailReference.parse(item));
      await deleteTogether(
        this.#client,
        table,
        mails.flatMap((mail) => [mailKey(owner, mail.id), sourceKey(owner, mail)]),
      );
      if (mails.length < MOST_MAILS) return;
    }
  }

  async countAttempt(owner: Owner, messageId: string, recipient: string): Promise<number> {
    const counted = await this.#count(attemptsKey(owner, messageId, recipient), "attempts");
    return attemptsItem.parse(counted).attempts - 1;
  }

  async #nextPlace(owner: Owner): Promise<ReturnType<typeof placeKey>> {
    const { added } = countItem.parse(await this.#count(countKey(owner), "added"));
    return placeKey(owner, added);
  }

  async #count(key: Readonly<Record<string, string>>, name: string): Promise<unknown> {
    const { Attributes } = await this.#client.send(
      new UpdateCommand({
        TableName: this.#options.table,
        Key: key,
        UpdateExpression: "SET #ttl = :ttl ADD #name :one",
        ExpressionAttributeNames: { "#ttl": "ttl", "#name": name },
        ExpressionAttributeValues: { ":ttl": this.#ttl(), ":one": 1 },
        ReturnValues: "UPDATED_NEW",
      }),
    );
    return Attributes;
  }

  async #storedSource(owner: Owner, id: string, source: Uint8Array) {
    const compressed = source.length > MAX_COMPRESSED_FROM ? undefined : await compress(source);
    if (compressed !== undefined && compressed.length <= MAX_ITEM_BYTES) return { compressed };
    const blobKey = `${sandboxSourcesOf(owner)}${id}`;
    await (await this.#options.blobs()).put(blobKey, source);
    return { blobKey };
  }

  #query(owner: Owner, after: string | undefined) {
    return this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": sandboxPartition(owner), ":prefix": MAIL_PREFIX },
        ConsistentRead: true,
        ScanIndexForward: false,
        Limit: AT_ONCE,
        ...(after === undefined ? {} : { ExclusiveStartKey: mailKey(owner, after) }),
      }),
    );
  }

  #ttl(): number {
    return secondOf(this.#options.clock) + KEPT_SECONDS;
  }
}
