import { type DynamoDBDocumentClient, paginateQuery, type QueryCommandInput } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { activityPartition } from "../../shared/activity/dynamo/activity-item.ts";
import { IS_NO_SLOT } from "../../shared/aws/dynamo/owner-slots.ts";
import { feedPartition } from "../../shared/events/dynamo/feed-item.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { testOwnerOf } from "../../shared/kernel/test-mode.ts";
import { sandboxPartition } from "../../shared/sandbox/dynamo/sandbox-partition.ts";
import { isContent, partitionsOf } from "./notification-partitions.ts";
import type { BothModes } from "./port.ts";

/** Counts an owner's records before an erasure, without the versions, messages and contents that belong to a record. */
export interface OwnerCounts {
  readonly apiKeys: number;
  /** Counts sending accounts, templates, webhooks and other records of the table `Config`. */
  readonly configItems: number;
  readonly notifications: number;
  /** Counts contents of notifications, which are separate items. */
  readonly contents: number;
  /** Counts conversations and uploads. */
  readonly conversations: number;
  readonly events: number;
  readonly activity: number;
  /** Counts what the sandbox of test mode has. */
  readonly sandboxItems: number;
}

export interface OwnerSurveyTables {
  readonly configTable: string;
  readonly apiKeysTable: string;
  readonly notificationsTable: string;
  readonly chatTable: string;
  readonly eventsTable: string;
}

/** This limits the pages of one partition. No partition has nearly as many. */
const MAX_PAGES = 100_000;

const sortKey = z.object({ sk: z.string() });

export class DynamoOwnerSurvey {
  readonly #client: DynamoDBDocumentClient;
  readonly #tables: OwnerSurveyTables;

  constructor(client: DynamoDBDocumentClient, tables: OwnerSurveyTables) {
    this.#client = client;
    this.#tables = tables;
  }

  async count(owner: Owner): Promise<BothModes<OwnerCounts>> {
    return { live: await this.#countOf(owner), test: await this.#countOf(testOwnerOf(owner)) };
  }

  async #countOf(owner: Owner): Promise<OwnerCounts> {
    const { configTable, apiKeysTable, chatTable, eventsTable } = this.#tables;
    return {
      apiKeys: await this.#itemsIn(apiKeysTable, `O#${owner}`),
      configItems: await this.#itemsIn(configTable, `O#${owner}`),
      ...(await this.#notificationsOf(owner)),
      conversations: await this.#itemsIn(chatTable, `O#${owner}`),
      events: await this.#itemsIn(eventsTable, feedPartition(owner)),
      activity: await this.#itemsIn(eventsTable, activityPartition({ owner })),
      sandboxItems: await this.#itemsIn(eventsTable, sandboxPartition(owner)),
    };
  }

  async #notificationsOf(owner: Owner): Promise<Pick<OwnerCounts, "notifications" | "contents">> {
    const counts = { notifications: 0, contents: 0 };
    for (const partition of partitionsOf(owner))
      for await (const { Items = [] } of this.#pages(this.#tables.notificationsTable, partition))
        for (const item of Items) counts[isContent(sortKey.parse(item)) ? "contents" : "notifications"]++;
    return counts;
  }

  async #itemsIn(table: string, pk: string): Promise<number> {
    let count = 0;
    for await (const { Count = 0 } of this.#pages(table, pk, { Select: "COUNT", FilterExpression: IS_NO_SLOT }))
      count += Count;
    return count;
  }

  async *#pages(table: string, pk: string, read: Partial<QueryCommandInput> = { ProjectionExpression: "sk" }) {
    const query: QueryCommandInput = {
      TableName: table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      ...read,
    };
    let pages = 0;
    for await (const page of paginateQuery({ client: this.#client }, query)) {
      yield page;
      if (++pages === MAX_PAGES) throw new Error(`there is no end of ${pk}`);
    }
  }
}
