import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Notification } from "../domain/notification.ts";
import { MAX_RESENDS, newestFirst, type Resend } from "../domain/resend.ts";
import type { NotificationKey } from "../ports.ts";
import { toNotification } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import { readStates } from "./recent-notifications.ts";

/** Resends at the same moment may make a record longer than `MAX_RESENDS` until they shorten it. Of such a record, this many are read. */
const MOST_READ = 100;

const notedIds = z.object({ resentAs: z.set(z.string()) });

/** The state of a notification names its resends in a set, to which any number of writers add at the same moment without losing an id. */
export class Resends {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, { table, clock }: TableInTime) {
    this.#client = client;
    this.#options = { table, clock };
  }

  async note(key: NotificationKey, again: string): Promise<void> {
    const noted = await this.#change(key, "ADD", [again]);
    const older = noted.slice(MAX_RESENDS);
    // Only ids that are older than `MAX_RESENDS` others are removed, so writers at the same moment never remove one of the newest.
    if (older.length > 0) await this.#change(key, "DELETE", older);
  }

  async listOf({ owner, resentAs = [] }: Pick<Notification, "owner" | "resentAs">): Promise<readonly Resend[]> {
    if (resentAs.length === 0) return [];
    const { table, clock } = this.#options;
    const states = await readStates(this.#client, { table, owner }, resentAs.slice(0, MOST_READ));
    const stored = resentAs.map((id) => states.get(id)).filter((item) => item !== undefined);
    return stored
      .filter((item) => isLiving(item, clock))
      .map((item) => toNotification(owner, item))
      .map(({ id, createdAt }) => ({ id, at: createdAt }))
      .slice(0, MAX_RESENDS);
  }

  /** Returns the ids after the change, newest first; none when the notification is gone. */
  async #change(key: NotificationKey, action: "ADD" | "DELETE", ids: readonly string[]): Promise<string[]> {
    const update = new UpdateCommand({
      TableName: this.#options.table,
      Key: stateKey(key),
      UpdateExpression: `${action} resentAs :ids`,
      ConditionExpression: "attribute_exists(pk)",
      ExpressionAttributeValues: { ":ids": new Set(ids) },
      ReturnValues: "UPDATED_NEW",
    });
    const changed = await undefinedIfConditionFailed(this.#client.send(update));
    return changed === undefined ? [] : newestFirst(notedIds.parse(changed.Attributes).resentAs);
  }
}
