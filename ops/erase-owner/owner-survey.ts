import { type DynamoDBDocumentClient, paginateQuery } from "@aws-sdk/lib-dynamodb";
import { activityPartition } from "../../shared/activity/dynamo/activity-item.ts";
import { feedPartition } from "../../shared/events/dynamo/feed-item.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { PARTITIONS, partitionOf } from "./notification-partitions.ts";

/** Records of an owner, before they are erased; those below them (versions, messages, contents) are not counted. */
export interface OwnerCounts {
  readonly apiKeys: number;
  /** Sending accounts, templates, webhooks and their like. */
  readonly configItems: number;
  /** With their contents. */
  readonly notifications: number;
  /** And uploads. */
  readonly conversations: number;
  readonly events: number;
  readonly activity: number;
}

export interface OwnerSurveyTables {
  readonly configTable: string;
  readonly apiKeysTable: string;
  readonly notificationsTable: string;
  readonly chatTable: string;
  readonly eventsTable: string;
}

/** Pages of one partition: far above what one can hold. */
const MAX_PAGES = 100_000;

export class DynamoOwnerSurvey {
  readonly #client: DynamoDBDocumentClient;
  readonly #tables: OwnerSurveyTables;

  constructor(client: DynamoDBDocumentClient, tables: OwnerSurveyTables) {
    this.#client = client;
    this.#tables = tables;
  }

  async count(owner: Owner): Promise<OwnerCounts> {
    const { configTable, apiKeysTable, notificationsTable, chatTable, eventsTable } = this.#tables;
    let notifications = 0;
    for (let partition = 0; partition < PARTITIONS; partition++)
      notifications += await this.#itemsIn(notificationsTable, partitionOf(owner, partition));
    return {
      apiKeys: await this.#itemsIn(apiKeysTable, `O#${owner}`),
      configItems: await this.#itemsIn(configTable, `O#${owner}`),
      notifications,
      conversations: await this.#itemsIn(chatTable, `O#${owner}`),
      events: await this.#itemsIn(eventsTable, feedPartition(owner)),
      activity: await this.#itemsIn(eventsTable, activityPartition({ owner })),
    };
  }

  async #itemsIn(table: string, pk: string): Promise<number> {
    const query = {
      TableName: table,
      KeyConditionExpression: "pk = :pk",
      ExpressionAttributeValues: { ":pk": pk },
      Select: "COUNT",
    } as const;
    let count = 0;
    let pages = 0;
    for await (const page of paginateQuery({ client: this.#client }, query)) {
      count += page.Count ?? 0;
      if (++pages === MAX_PAGES) throw new Error(`there is no end of ${pk}`);
    }
    return count;
  }
}
