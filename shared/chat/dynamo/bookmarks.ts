import { DeleteCommand, type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import type { Bookmarks } from "../ports/bookmarks.ts";

const bookmarkItem = z.object({ place: z.string() });
const keyOf = (job: string) => ({ pk: `JOB#${job}`, sk: "BOOKMARK" });

export class DynamoBookmarks implements Bookmarks {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async read(job: string): Promise<string | undefined> {
    const item = await readItemConsistently(this.#client, { TableName: this.#table, Key: keyOf(job) });
    return item && bookmarkItem.parse(item).place;
  }

  async write(job: string, place: string | undefined): Promise<void> {
    const table = { TableName: this.#table };
    if (place === undefined) await this.#client.send(new DeleteCommand({ ...table, Key: keyOf(job) }));
    else await this.#client.send(new PutCommand({ ...table, Item: { ...keyOf(job), place } }));
  }
}
