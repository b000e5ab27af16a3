import { randomUUID } from "node:crypto";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { readRareTogether } from "../../aws/dynamo/read-together.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { type Owner, ownerSub } from "../../kernel/owner.ts";
import { defaultSettings, NEVER_CHOSEN, type SuppressionSettings } from "../domain/settings.ts";
import type { SettingsStore, SettingsWrite } from "../ports.ts";

const SORT_KEY = "SUPPRESSIONWORDS";

const item = z.object({
  owner: ownerSub,
  isOn: z.boolean(),
  stopKeywords: z.array(z.string()),
  startKeywords: z.array(z.string()),
  onSinceMs: z.number().optional(),
  revision: z.string(),
});

export class DynamoSettingsStore implements SettingsStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async get(owner: Owner): Promise<SuppressionSettings> {
    const found = await readItemConsistently(this.#client, this.#address(owner));
    return found ? item.parse(found) : defaultSettings(owner);
  }

  async glance(owner: Owner): Promise<SuppressionSettings> {
    const found = await readRareTogether(this.#client, this.#address(owner));
    return found ? item.parse(found) : defaultSettings(owner);
  }

  async replace(write: SettingsWrite, known: string): Promise<SuppressionSettings | "changed"> {
    const { TableName, Key } = this.#address(write.owner);
    const written = { ...write, revision: randomUUID() };
    const isAsSeen =
      known === NEVER_CHOSEN
        ? { ConditionExpression: "attribute_not_exists(pk)" }
        : { ConditionExpression: "revision = :known", ExpressionAttributeValues: { ":known": known } };
    const put = new PutCommand({ TableName, Item: { ...Key, ...written }, ...isAsSeen });
    return (await undefinedIfConditionFailed(this.#client.send(put))) === undefined ? "changed" : written;
  }

  #address(owner: Owner) {
    return { TableName: this.#table, Key: { pk: `O#${owner}`, sk: SORT_KEY } };
  }
}
