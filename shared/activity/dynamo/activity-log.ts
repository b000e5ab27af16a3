import { type DynamoDBDocumentClient, PutCommand, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { ActivityLog } from "../../edge/ports.ts";
import type { ActivityEntry, ActivityScope } from "../../kernel/activity.ts";
import type { ActivityPage, ActivityQuery, ActivityReader } from "../ports.ts";
import { activityItem, activityPartition, toEntry, toItem } from "./activity-item.ts";

const AT_ONCE = 100;
/** One page takes at most this many requests. With a rare filter, the page is short and has a cursor, instead of taking long. */
const MAX_REQUESTS = 10;
/** `FIRST` sorts before every time in a sort key, `LAST` after it. */
const FIRST = "0";
const LAST = "~";

type Item = ReturnType<typeof activityItem.parse>;

/** The entries of an owner, or of administrators, form one partition sorted by time. */
export class DynamoActivityLog implements ActivityLog, ActivityReader {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async add(scope: ActivityScope, entry: ActivityEntry): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#options.table, Item: toItem(scope, entry) }));
  }

  async list(scope: ActivityScope, query: ActivityQuery): Promise<ActivityPage> {
    const entries: ActivityEntry[] = [];
    let after = query.after;
    for (let requests = 0; requests < MAX_REQUESTS; requests++) {
      const { items, isLast } = await this.#itemsBefore(scope, query, after);
      for (const item of items) {
        if (entries.length === query.limit) return { entries, next: after };
        after = item.sk;
        entries.push(...this.#asked(item, query));
      }
      if (isLast) return { entries };
    }
    return { entries, next: after };
  }

  #asked(item: Item, { kind = item.kind, actor = item.actor }: ActivityQuery): ActivityEntry[] {
    const isAsked = item.kind === kind && item.actor === actor && isLiving(item, this.#options.clock);
    return isAsked ? [toEntry(item)] : [];
  }

  async #itemsBefore(scope: ActivityScope, { since = FIRST, until = LAST }: ActivityQuery, after: string | undefined) {
    // The table refuses a range that ends before it begins, and a start outside the range. A request may combine a cursor with another period
    // than the request before.
    if (since > until || (after !== undefined && after < since)) return { items: [], isLast: true };
    const pk = activityPartition(scope);
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :since AND :until",
        ExpressionAttributeValues: { ":pk": pk, ":since": since, ":until": until },
        ScanIndexForward: false,
        ConsistentRead: true,
        Limit: AT_ONCE,
        ...(after === undefined || after > until ? {} : { ExclusiveStartKey: { pk, sk: after } }),
      }),
    );
    return { items: Items.map((item) => activityItem.parse(item)), isLast: LastEvaluatedKey === undefined };
  }
}
