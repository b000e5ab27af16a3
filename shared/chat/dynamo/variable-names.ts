import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { VariableName, VariableNames } from "../ports/variable-names.ts";

const namesItem = z.object({
  names: z.array(z.object({ component: z.enum(["header", "body", "button"]), position: z.int(), name: z.string() })),
});
const keyOf = (owner: Owner, templateId: string) => ({ pk: `O#${owner}`, sk: `VARNAMES#${templateId}` });

/** Stores the names in an item of their own, because the platform's events write the template's item. */
export class DynamoVariableNames implements VariableNames {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async of(owner: Owner, templateId: string): Promise<readonly VariableName[]> {
    const address = { TableName: this.#table, Key: keyOf(owner, templateId) };
    const item = await readItemConsistently(this.#client, address);
    return item === undefined ? [] : namesItem.parse(item).names;
  }

  async replace(owner: Owner, templateId: string, names: readonly VariableName[]): Promise<void> {
    const key = keyOf(owner, templateId);
    if (names.length === 0) await this.#client.send(new DeleteCommand({ TableName: this.#table, Key: key }));
    else await this.#client.send(new PutCommand({ TableName: this.#table, Item: { ...key, names } }));
  }
}
