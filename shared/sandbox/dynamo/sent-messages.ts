import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { isLiving, secondOf, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { canonicalPhone } from "../../chat/domain/phone-number.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { SentToCustomer } from "../domain/sent-to-customer.ts";
import type { SandboxPage, SentMessages, SentPage } from "../ports.ts";
import { KEPT_SECONDS } from "./sandbox-mail-item.ts";
import { sandboxPartition } from "./sandbox-partition.ts";

/** Of each owner, only the last messages to all customers together can be read. */
const KEPT_MESSAGES = 1000;
const AT_ONCE = 200;

/** The owner's partition also holds the mails of test mode, under other sort keys. */
const PREFIX = "CHAT#";
/** Test time never goes back, so the messages of a partition sort by their times. */
const sortKeyOf = ({ sentAt, id }: Pick<SentToCustomer, "sentAt" | "id">): string => `${PREFIX}${sentAt}#${id}`;

const item = z.object({
  sk: z.string(),
  id: z.string(),
  customer: z.string(),
  notificationId: z.string(),
  sentAt: z.string(),
  /** The message is JSON text, exactly as it would have been on the wire. */
  message: z.string(),
  ttl: z.number(),
});
const messageObject = z.record(z.string(), z.unknown());

const fromItem = ({ id, notificationId, sentAt, message }: z.output<typeof item>): SentToCustomer => ({
  id,
  notificationId,
  sentAt,
  message: messageObject.parse(JSON.parse(message)),
});

/** A place in an owner's messages: how many newer ones there are, and the sort key of the last one that was looked at. */
interface Place {
  readonly seen: number;
  readonly sk?: string | undefined;
}
const placeText = ({ seen, sk }: Required<Place>): string => `${seen} ${sk}`;
function placeOf(after: string | undefined): Place {
  const [, seen, sk] = /^(\d{1,4}) (.+)$/.exec(after ?? "") ?? [];
  return { seen: Number(seen ?? 0), sk };
}

/** Keeps in the table Events what the chat provider would have got in test mode. `clock` is real time. */
export class DynamoSentMessages implements SentMessages {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async add(owner: Owner, phone: string, { id, notificationId, sentAt, message }: SentToCustomer): Promise<void> {
    const { table, clock } = this.#options;
    const put = new PutCommand({
      TableName: table,
      Item: {
        pk: sandboxPartition(owner),
        sk: sortKeyOf({ sentAt, id }),
        id,
        customer: canonicalPhone(phone),
        notificationId,
        sentAt,
        message: JSON.stringify(message),
        ttl: secondOf(clock) + KEPT_SECONDS,
      },
      ConditionExpression: "attribute_not_exists(pk)",
    });
    await undefinedIfConditionFailed(this.#client.send(put));
  }

  async list(owner: Owner, phone: string, { limit, after }: SandboxPage): Promise<SentPage> {
    const customer = canonicalPhone(phone);
    const messages: SentToCustomer[] = [];
    let next: string | undefined;
    for await (const { one, place } of this.#newest(owner, placeOf(after))) {
      if (one.customer !== customer) continue;
      if (messages.length === limit) return { messages, next };
      messages.push(fromItem(one));
      next = place;
    }
    return { messages };
  }

  /** Reads the owner's messages after a place, newest first. Older ones than the first expired one have expired, too. */
  async *#newest(owner: Owner, after: Place) {
    let { seen, sk } = after;
    while (seen < KEPT_MESSAGES) {
      const { items, isLast } = await this.#itemsBefore(owner, Math.min(AT_ONCE, KEPT_MESSAGES - seen), sk);
      for (const one of items) {
        if (!isLiving(one, this.#options.clock)) return;
        seen += 1;
        sk = one.sk;
        yield { one, place: placeText({ seen, sk }) };
      }
      if (isLast) return;
    }
  }

  async #itemsBefore(owner: Owner, limit: number, before: string | undefined) {
    const pk = sandboxPartition(owner);
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        KeyConditionExpression: "pk = :pk AND begins_with(sk, :prefix)",
        ExpressionAttributeValues: { ":pk": pk, ":prefix": PREFIX },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: limit,
        ...(before === undefined ? {} : { ExclusiveStartKey: { pk, sk: before } }),
      }),
    );
    return { items: Items.map((one) => item.parse(one)), isLast: LastEvaluatedKey === undefined };
  }
}
