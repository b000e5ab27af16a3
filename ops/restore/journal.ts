import { DeleteItemCommand, type DynamoDBClient, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { erasedName } from "../erase-owner/erasures.ts";
import { type Item, keyOf, pkOf, skOf, text } from "./item.ts";
import { readPartition } from "./table-reader.ts";

const JOURNAL = "RESTORE#JOURNAL";
const EVERYBODY = "SET-BACK#";
const REPLACED = "REPLACED#";
const scopeOf = (owner: string | undefined): string => `${EVERYBODY}${owner === undefined ? "" : erasedName(owner)}`;

/** Says whether an item belongs to the journal, and so not to the backup. */
export const isJournal = (item: Item): boolean => pkOf(item) === JOURNAL;

/** Contains a text that must be removed once its item no longer names it. */
export interface Replaced {
  readonly blobKey: string;
  /** The key of the item. */
  readonly item: Item;
}

/**
 * Notes the results of restores to one moment, for later runs. The journal is kept in the restored table and disappears
 * with it.
 */
export class Journal {
  readonly #client: DynamoDBClient;
  readonly #beside: string;
  #setBack: ReadonlySet<string> = new Set();

  constructor(client: DynamoDBClient, beside: string) {
    this.#client = client;
    this.#beside = beside;
  }

  /** Returns the texts that an earlier run was about to remove. */
  async read(): Promise<readonly Replaced[]> {
    const notes = await readPartition(this.#client, this.#beside, JOURNAL);
    this.#setBack = new Set(notes.map(skOf).filter((sk) => sk.startsWith(EVERYBODY)));
    return notes.flatMap((note) => {
      const [blobKey, of] = [skOf(note).slice(REPLACED.length), text(note, "of")];
      const sk = text(note, "part");
      if (!skOf(note).startsWith(REPLACED) || of === undefined || sk === undefined) return [];
      return [{ blobKey, item: { pk: { S: of }, sk: { S: sk } } }];
    });
  }

  /** Says whether an earlier run set differing items back. An item that differs now was then written later. */
  hasSetBack(owners: readonly string[]): boolean {
    return this.#setBack.has(scopeOf(undefined)) || owners.some((owner) => this.#setBack.has(scopeOf(owner)));
  }

  noteSetBack(owner: string | undefined): Promise<void> {
    return this.#note({ sk: { S: scopeOf(owner) }, at: { S: new Date().toISOString() } });
  }

  noteReplaced({ blobKey, item }: Replaced): Promise<void> {
    return this.#note({ sk: { S: `${REPLACED}${blobKey}` }, of: { S: pkOf(item) }, part: { S: skOf(item) } });
  }

  async forgetReplaced(blobKey: string): Promise<void> {
    const Key = { ...keyOf({ pk: { S: JOURNAL }, sk: { S: `${REPLACED}${blobKey}` } }) };
    await this.#client.send(new DeleteItemCommand({ TableName: this.#beside, Key }));
  }

  async #note(item: Item): Promise<void> {
    await this.#client.send(new PutItemCommand({ TableName: this.#beside, Item: { pk: { S: JOURNAL }, ...item } }));
  }
}
