import { type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import type { Owner } from "../../kernel/owner.ts";
import type { Conversation } from "../domain/conversation.ts";
import { visibleConversation } from "../domain/conversation-change.ts";
import {
  firstWalk,
  isBelowAllWanted,
  isFiltered,
  type ListWalk,
  newestFirst,
  type Place,
  type Steps,
  turned,
  walkOver,
  wayUp,
} from "../domain/conversation-list.ts";
import type { ConversationPage, ConversationQuery } from "../ports.ts";
import { fromConversationItem } from "./conversation-item.ts";
import { readCursor, writeCursor } from "./list-cursor.ts";
import { paddedMs, placeText } from "./list-positions.ts";

/** One page looks at most at this many conversations on the way down, and at as many on the way up. */
const MAX_EXAMINED = 1000;
const BATCH = 250;

/** The index `recent` lists one owner's conversations. */
export interface RecentIndex {
  readonly client: DynamoDBDocumentClient;
  readonly table: string;
  readonly owner: Owner;
}

/** Reads one page of a list whose order changes meanwhile; `ListWalk` explains how no conversation is missed. */
export async function recentPage(index: RecentIndex, query: ConversationQuery): Promise<ConversationPage> {
  const walk = query.after === undefined ? firstWalk(query.nowMs) : readCursor(query.after);
  if (walk.way === "up") return pageOf(await go(index, walk, query));
  const down = await go(index, walk, query);
  if (!down.isAtEnd) return pageOf(down);
  const room = query.limit - down.found.length;
  const up = await go(index, turned(down.walk), { ...query, limit: room });
  return pageOf({ ...up, found: [...down.found, ...up.found] });
}

const pageOf = ({ found, walk, isAtEnd }: Leg): ConversationPage => ({
  conversations: newestFirst(found),
  ...(!isAtEnd && { next: writeCursor(walk) }),
});

interface Leg extends Pick<Steps, "found" | "walk"> {
  readonly isAtEnd: boolean;
}

async function go(index: RecentIndex, walk: ListWalk, query: ConversationQuery): Promise<Leg> {
  // Without a filter, one more than the page's limit is read, to learn whether this page is the last.
  const size = walk.way === "up" || isFiltered(query) ? BATCH : query.limit + 1;
  const met: Conversation[] = [];
  let [steps, isRead] = [walkOver(walk, met, { room: query.limit, filter: query }), false];
  while (!isRead && !steps.hasMore && met.length < MAX_EXAMINED) {
    const batch = await read(index, { ...walk, place: met.at(-1) ?? walk.place }, size);
    const wanted = walk.way === "up" ? batch : batch.filter((one) => !isBelowAllWanted(one, query));
    met.push(...wanted);
    isRead = wanted.length < size;
    steps = walkOver(walk, met, { room: query.limit, filter: query });
  }
  return { ...steps, isAtEnd: isRead && !steps.hasMore };
}

async function read({ client, table, owner }: RecentIndex, walk: ListWalk, limit: number): Promise<Conversation[]> {
  const { condition, values } = walk.way === "down" ? below(walk.place) : above(walk);
  const { Items = [] } = await client.send(
    new QueryCommand({
      TableName: table,
      IndexName: "recent",
      // The attribute is renamed because "position" is a reserved word.
      KeyConditionExpression: `recent = :owner AND ${condition}`,
      ExpressionAttributeNames: { "#position": "position" },
      ExpressionAttributeValues: { ":owner": owner, ...values },
      ScanIndexForward: walk.way === "up",
      Limit: limit,
    }),
  );
  return Items.flatMap((item) => visibleConversation(fromConversationItem(item)) ?? []);
}

/** A position with this appended sorts after every position with the same beginning, and before any later position. */
const JUST_ABOVE = "~";

const below = (place: Place | undefined) => ({
  condition: "#position < :place",
  values: { ":place": place === undefined ? JUST_ABOVE : placeText(place) },
});

function above(walk: ListWalk) {
  const { afterMs, untilMs } = wayUp(walk);
  const from = walk.place === undefined ? paddedMs(afterMs) : placeText(walk.place);
  return {
    condition: "#position BETWEEN :from AND :until",
    values: { ":from": from + JUST_ABOVE, ":until": paddedMs(untilMs) + JUST_ABOVE },
  };
}
