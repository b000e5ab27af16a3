import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type Notification, STATUSES, type Status } from "../domain/notification.ts";
import type { NotificationStatuses } from "../ports.ts";
import { toNotification } from "./notification-item.ts";
import { readStates } from "./recent-notifications.ts";

/** DynamoDB reads at most 100 items in one batch. */
const MAX_BATCH = 100;

const statusItem = z.object({ status: z.enum(STATUSES) });

export class DynamoNotificationStatuses implements NotificationStatuses {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async statusesOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Status>> {
    const items = await this.#living(owner, ids);
    return new Map(items.map(([id, item]) => [id, statusItem.parse(item).status]));
  }

  async notificationsOf(owner: Owner, ids: readonly string[]): Promise<ReadonlyMap<string, Notification>> {
    const items = await this.#living(owner, ids);
    return new Map(items.map(([id, item]) => [id, toNotification(owner, item)]));
  }

  async #living(owner: Owner, ids: readonly string[]) {
    const { table, clock } = this.#options;
    const batches = batchesOf([...new Set(ids)]);
    const answers = await Promise.all(batches.map((batch) => readStates(this.#client, { table, owner }, batch)));
    return answers.flatMap((found) => [...found]).filter(([, item]) => isLiving(item, clock));
  }
}

const batchesOf = (ids: readonly string[]): string[][] =>
  Array.from({ length: Math.ceil(ids.length / MAX_BATCH) }, (_, i) => ids.slice(i * MAX_BATCH, (i + 1) * MAX_BATCH));
