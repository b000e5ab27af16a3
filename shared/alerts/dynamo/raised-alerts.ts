import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand } from "@aws-sdk/lib-dynamodb";
import { isLiving, type TableInTime } from "../../aws/dynamo/living-items.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { HOUR_MS } from "../domain/alert.ts";
import type { OwnersAlert, RaisedAlerts } from "../ports.ts";
import { fromOpenItem, noteOf, OPEN_ALERTS, openItemOf, openKey } from "./raised-alert-item.ts";

/** Writes an alert together with the note about its subject, so that of any number of writers at once one raises it. */
export class DynamoRaisedAlerts implements RaisedAlerts {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: TableInTime;

  constructor(client: DynamoDBDocumentClient, options: TableInTime) {
    this.#client = client;
    this.#options = options;
  }

  async raise(alert: OwnersAlert): Promise<boolean> {
    const { table: TableName } = this.#options;
    // The table deletes expired notes hours late, so the condition compares the times itself.
    const isFirst = {
      ConditionExpression: "attribute_not_exists(pk) OR raisedMs <= :hourBefore",
      ExpressionAttributeValues: { ":hourBefore": alert.atMs - HOUR_MS },
    };
    const failed = await transact(this.#client, [
      { Put: { TableName, Item: noteOf(alert), ...isFirst } },
      { Put: { TableName, Item: openItemOf(alert) } },
    ]);
    return failed === undefined;
  }

  async open(limit: number): Promise<readonly OwnersAlert[]> {
    const { table, clock } = this.#options;
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: "pk = :pk",
        ExpressionAttributeValues: { ":pk": OPEN_ALERTS },
        Limit: limit,
      }),
    );
    return Items.filter((item) => isLiving(item, clock)).map(fromOpenItem);
  }

  async close(alert: OwnersAlert): Promise<void> {
    await this.#client.send(new DeleteCommand({ TableName: this.#options.table, Key: openKey(alert) }));
  }
}
