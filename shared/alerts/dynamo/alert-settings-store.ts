import { randomUUID } from "node:crypto";
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Owner } from "../../kernel/owner.ts";
import { type AlertSettings, NEVER_CHOSEN, type UnsentAlert } from "../domain/alert-settings.ts";
import type { AlertSettingsPage, AlertSettingsStore, ChosenAlerts } from "../ports.ts";
import { ALERTS_PARTITION, fromSettingsItem, settingsKey } from "./alert-settings-item.ts";

const PAGE = 200;

export class DynamoAlertSettingsStore implements AlertSettingsStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(owner: Owner): Promise<AlertSettings | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: settingsKey(owner) });
    return item && fromSettingsItem(item);
  }

  /** Writes single attributes, so that the marks of how far alerts were sent stay. */
  async replace({ owner, summaryToldMs, ...chosen }: ChosenAlerts, known: string): Promise<AlertSettings | "changed"> {
    const written = { owner, ...chosen, ...(summaryToldMs !== undefined && { summaryToldMs }), revision: randomUUID() };
    const names = Object.keys(written);
    const isNew = known === NEVER_CHOSEN;
    const answer = await undefinedIfConditionFailed(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: settingsKey(owner),
          UpdateExpression: `SET ${names.map((name) => `#${name} = :${name}`).join(", ")}`,
          ConditionExpression: isNew ? "attribute_not_exists(pk)" : "#revision = :known",
          ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
          ExpressionAttributeValues: {
            ...Object.fromEntries(Object.entries(written).map(([name, value]) => [`:${name}`, value])),
            ...(isNew ? {} : { ":known": known }),
          },
          ReturnValues: "ALL_NEW",
        }),
      ),
    );
    return answer === undefined ? "changed" : fromSettingsItem(answer.Attributes);
  }

  async page(after?: string): Promise<AlertSettingsPage> {
    const { Items = [], LastEvaluatedKey } = await this.#client.send(
      new QueryCommand({
        TableName: this.#table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": ALERTS_PARTITION },
        Limit: PAGE,
        ...(after !== undefined && { ExclusiveStartKey: { pk: ALERTS_PARTITION, sk: after } }),
      }),
    );
    const next: unknown = LastEvaluatedKey?.sk;
    return { settings: Items.map(fromSettingsItem), ...(typeof next === "string" && { next }) };
  }

  async noteUnsent(owner: Owner, unsent: UnsentAlert | undefined): Promise<void> {
    await undefinedIfConditionFailed(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: settingsKey(owner),
          UpdateExpression: unsent === undefined ? "REMOVE unsent" : "SET unsent = :unsent",
          ConditionExpression: "attribute_exists(pk)",
          ...(unsent && { ExpressionAttributeValues: { ":unsent": unsent } }),
        }),
      ),
    );
  }

  async noteTold(seen: AlertSettings, mark: "waitingToldMs" | "summaryToldMs", toMs: number): Promise<void> {
    const known = seen[mark];
    const isUnmoved = known === undefined ? "attribute_not_exists(#mark)" : "#mark = :known";
    await undefinedIfConditionFailed(
      this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: settingsKey(seen.owner),
          UpdateExpression: "SET #mark = :to",
          ConditionExpression: `attribute_exists(pk) AND ${isUnmoved}`,
          ExpressionAttributeNames: { "#mark": mark },
          ExpressionAttributeValues: { ":to": toMs, ...(known !== undefined && { ":known": known }) },
        }),
      ),
    );
  }
}
