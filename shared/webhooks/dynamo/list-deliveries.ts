import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { WebhookDelivery } from "../domain/webhook-delivery.ts";
import type { DeliveryPage, DeliveryQuery } from "../ports.ts";
import { deliveryOf } from "./delivery-item.ts";
import { webhookPartition } from "./progress-item.ts";

interface DeliveryRead extends DeliveryQuery, TableInTime {
  readonly webhookId: string;
}

const AT_ONCE = 100;
/** One page takes at most this many requests. With a rare status, the page is short and has a cursor, instead of taking long. */
const MAX_REQUESTS = 10;

/** `next` holds the place of an entry in the index. */
const place = z.object({ atMs: z.number(), sk: z.string() });
type Place = z.output<typeof place>;

const placeAt = (text: string | undefined): Place | undefined =>
  text === undefined ? undefined : place.parse(JSON.parse(text));
const textOf = ({ atMs, sk }: Place): string => JSON.stringify({ atMs, sk });

interface Entry {
  readonly delivery: WebhookDelivery;
  readonly at: Place;
}

/** Reads a page of a webhook's tries from the index `recent`, newest first. */
export async function listDeliveries(client: DynamoDBDocumentClient, read: DeliveryRead): Promise<DeliveryPage> {
  const shown: Entry[] = [];
  let from = placeAt(read.from);
  for (let requests = 0; requests < MAX_REQUESTS; requests++) {
    const { items, end } = await page(client, read, from);
    shown.push(...items.flatMap((item) => shownOf(read, item)));
    from = end;
    if (from === undefined || shown.length > read.limit) break;
  }
  const entries = shown.slice(0, read.limit);
  const next = shown.length > read.limit ? entries.at(-1)?.at : from;
  return { deliveries: entries.map(({ delivery }) => delivery), ...(next && { next: textOf(next) }) };
}

function shownOf({ status, clock }: DeliveryRead, item: Record<string, unknown>): Entry[] {
  const delivery = deliveryOf(item);
  const isAsked = status === undefined || delivery.status === status;
  return isAsked && isLiving(item, clock) ? [{ delivery, at: place.parse(item) }] : [];
}

/** True for a status of made tries. The index has them after all pending tries, so the read skips the pending ones, maybe hundreds. */
const isMade = (status: DeliveryQuery["status"]): boolean => status !== undefined && status !== "pending";

async function page(client: DynamoDBDocumentClient, read: DeliveryRead, from?: Place) {
  const { table, webhookId, limit, status, clock } = read;
  const recent = webhookPartition(webhookId);
  const until = isMade(status) ? clock.now() : undefined;
  const { Items = [], LastEvaluatedKey } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "recent",
      KeyConditionExpression: until === undefined ? "recent = :recent" : "recent = :recent AND atMs <= :until",
      ExpressionAttributeValues: { ":recent": recent, ...(until !== undefined && { ":until": until }) },
      ScanIndexForward: false,
      // One more than the page shows is read, to learn whether more follow.
      Limit: Math.min(AT_ONCE, limit + 1),
      ...(from && { ExclusiveStartKey: { recent, pk: recent, ...from } }),
    }),
  );
  return { items: Items, end: LastEvaluatedKey && place.parse(LastEvaluatedKey) };
}
