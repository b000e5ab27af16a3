import { QueryCommand } from "@aws-sdk/lib-dynamodb";
import { batchGet } from "../../aws/dynamo/batch-get.ts";
import type { Conversation } from "../domain/conversation.ts";
import { visibleConversation } from "../domain/conversation-change.ts";
import { isWanted } from "../domain/conversation-list.ts";
import { type ConversationPage, MAX_COUNTED, type WaitingCounts, type WaitingQuery } from "../ports.ts";
import { fromConversationItem } from "./conversation-item.ts";
import {
  isUnreadEntry,
  isWaitingEntry,
  placeAfter,
  WAITING,
  type WaitingEntry,
  waitingEntry,
} from "./list-positions.ts";
import type { RecentIndex } from "./recent-pages.ts";

/** One page takes at most this many reads. Each read gets at most `BATCH` conversations, as many as one batch read of DynamoDB. */
const MAX_ROUNDS = 10;
const BATCH = 100;
/** The end of the index's range: `~` sorts behind every position. */
const END = "~";

/**
 * Reads a page of the conversations that wait. One that begins to wait is added at the end of the index `waiting`, so the following pages
 * miss none. The index may be out of date, so each conversation is read to see whether it still waits.
 */
export async function waitingPage(index: RecentIndex, query: WaitingQuery): Promise<ConversationPage> {
  const conversations: Conversation[] = [];
  const until = query.state === "waiting" ? WAITING + END : END;
  let after = query.after ?? (query.waitsAfterMs === undefined ? undefined : placeAfter(query.waitsAfterMs));
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const entries = await read(index, { after, until, limit: BATCH });
    const wanted = (await conversationsOf(index, entries, query.state)).filter(({ one }) => isWanted(one, query));
    const room = query.limit - conversations.length;
    const shown = wanted.slice(0, room);
    conversations.push(...shown.map(({ one }) => one));
    if (wanted.length > room) return { conversations, next: shown.at(-1)?.position ?? after ?? "" };
    if (entries.length < BATCH) return { conversations };
    after = entries.at(-1)?.waitingPosition;
  }
  return { conversations, next: after ?? "" };
}

/** Reads the conversations of these entries in their order, without those that are gone. */
async function conversationsOf(
  { client, table }: RecentIndex,
  entries: readonly WaitingEntry[],
  state: WaitingQuery["state"],
): Promise<readonly { readonly position: string; readonly one: Conversation }[]> {
  const wanted = state === "unread" ? entries.filter(isUnreadEntry) : entries;
  const keys = wanted.map(({ pk, sk }) => ({ pk, sk }));
  const items = await batchGet(client, { table, keys });
  const byKey = new Map(items.map((item) => [skOf.parse(item).sk, visibleConversation(fromConversationItem(item))]));
  return wanted.flatMap(({ sk, waitingPosition: position }) => {
    const one = byKey.get(sk);
    return one === undefined ? [] : [{ position, one }];
  });
}

export async function countWaiting(index: RecentIndex): Promise<WaitingCounts> {
  const counts = { waiting: 0, unread: 0 };
  let after: string | undefined;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const entries = await read(index, { after, until: END, limit: BATCH });
    counts.waiting = Math.min(MAX_COUNTED, counts.waiting + entries.filter(isWaitingEntry).length);
    counts.unread = Math.min(MAX_COUNTED, counts.unread + entries.filter(isUnreadEntry).length);
    after = entries.at(-1)?.waitingPosition;
    if (entries.length < BATCH || (counts.waiting === MAX_COUNTED && counts.unread === MAX_COUNTED)) break;
  }
  return counts;
}

const skOf = waitingEntry.pick({ sk: true });

interface Part {
  readonly after: string | undefined;
  readonly until: string;
  readonly limit: number;
}

async function read({ client, table, owner }: RecentIndex, { after, until, limit }: Part): Promise<WaitingEntry[]> {
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "waiting",
      KeyConditionExpression: "waiting = :owner AND waitingPosition BETWEEN :after AND :until",
      // The space makes the read begin after the position `after` itself: a position with anything appended sorts after it.
      ExpressionAttributeValues: {
        ":owner": owner,
        ":after": after === undefined ? "0" : `${after} `,
        ":until": until,
      },
      Limit: limit,
    }),
  );
  return Items.map((item) => waitingEntry.parse(item));
}
