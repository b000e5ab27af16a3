import type { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { isJsonObject, type JsonObject } from "../../kernel/json-data.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { TemplateSampleStore, TemplateSamples } from "../ports.ts";
import { partitionOf, templateKey } from "./email-template-item.ts";

export const samplesKey = (owner: Owner, id: string) => ({ pk: partitionOf(owner), sk: `TPLSAMPLES#${id}` });

/** The item holds a text, as for every map whose names a caller chooses (`toStoredMap`). */
const samplesItem = z.object({
  samples: z
    .string()
    .transform((text): unknown => JSON.parse(text))
    .pipe(z.custom<JsonObject>(isJsonObject)),
});

/** Stores the sample values of templates, in items of their own, because every send reads the template's item. */
export class DynamoTemplateSampleStore implements TemplateSampleStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async find(owner: Owner, id: string): Promise<TemplateSamples | undefined> {
    const read = (Key: Record<string, string>) => readItemConsistently(this.#client, { TableName: this.#table, Key });
    const item = await read(samplesKey(owner, id));
    if (item !== undefined) return samplesItem.parse(item).samples;
    return (await read(templateKey(owner, id))) && {};
  }

  async keep(owner: Owner, id: string, samples: TemplateSamples): Promise<boolean> {
    const TableName = this.#table;
    const failed = await transact(this.#client, [
      { ConditionCheck: { TableName, Key: templateKey(owner, id), ConditionExpression: "attribute_exists(pk)" } },
      { Put: { TableName, Item: { ...samplesKey(owner, id), samples: JSON.stringify(samples) } } },
    ]);
    return failed === undefined;
  }
}
