import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Owner } from "../../shared/kernel/owner.ts";
import { ERASURES, erasedName } from "../erase-owner/erasures.ts";
import { CopyBack } from "./copy-back.ts";
import type { Rules } from "./decide.ts";
import type { Figures } from "./figures.ts";
import { DURABLE_TABLES, type DurableTable, skOf, text } from "./item.ts";
import type { OwnerChoice } from "./owners.ts";
import { RestoredTables } from "./restored-table.ts";
import { readPartition } from "./table-reader.ts";
import type { TextVersions } from "./texts.ts";

export interface RestoreRequest extends Omit<Rules, "nowMs" | "to"> {
  /** A whole second. */
  readonly to: Date;
  readonly tables: readonly DurableTable[];
  readonly only?: Owner | undefined;
  readonly except: readonly Owner[];
  /** An owner who was erased by mistake, and is asked for by name. */
  readonly takesErased: boolean;
  readonly isApplied: boolean;
  /** For the tables beside. */
  readonly longestMs: number;
}

export interface RestoreServices {
  readonly client: DynamoDBClient;
  readonly tableName: (table: DurableTable) => string;
  readonly texts: () => TextVersions;
}

export interface RestoredTable extends Figures {
  readonly table: DurableTable;
  readonly beside: string;
}

/** Restores tables beside the living ones, compares, and copies back if that is asked for. `told` gets each table when it is through. */
export async function restore(
  { client, tableName, texts }: RestoreServices,
  request: RestoreRequest,
  told: (table: RestoredTable) => void,
): Promise<void> {
  const { to, isApplied, longestMs, overwrites, resumesDeliveries } = request;
  const restored = new RestoredTables(client, to);
  const choice = await ownerChoice(client, tableName("Notifications"), request);
  const rules = { nowMs: Date.now(), to: to.toISOString(), overwrites, resumesDeliveries };
  // Accounts and keys before what is sent by them.
  const tables = DURABLE_TABLES.filter((table) => request.tables.includes(table));
  const begun: { readonly name: DurableTable; readonly beside: string }[] = [];
  // All of them first: each takes minutes, and they take them side by side.
  for (const name of tables) begun.push({ name, beside: await restored.begin(tableName(name)) });
  for (const { name, beside } of begun) {
    await restored.untilReady(beside, longestMs);
    const options = { name, living: tableName(name), beside, to, rules, choice, texts, isApplied };
    told({ table: name, beside, ...(await new CopyBack(client, options).run()) });
  }
}

/** Deletes the tables beside. Answers those that were there. */
export async function removeRestored(
  { client, tableName }: RestoreServices,
  { to, tables }: Pick<RestoreRequest, "to" | "tables">,
): Promise<readonly DurableTable[]> {
  const restored = new RestoredTables(client, to);
  const removed: DurableTable[] = [];
  for (const table of tables) if (await restored.remove(tableName(table))) removed.push(table);
  return removed;
}

type Chosen = Pick<RestoreRequest, "to" | "only" | "except" | "takesErased">;

/** An erasure after the moment of the backup holds on. */
async function ownerChoice(
  client: DynamoDBClient,
  notifications: string,
  { to, only, except, takesErased }: Chosen,
): Promise<OwnerChoice> {
  const notes = await readPartition(client, notifications, ERASURES);
  const later = notes.filter((note) => Date.parse(text(note, "at") ?? "") >= to.getTime());
  const erased = new Set(later.map(skOf));
  const named = new Set<string>(except);
  const isTaken = (owner: string): boolean => takesErased && owner === only;
  return {
    only,
    isLeftOut: (owner) => named.has(owner) || (erased.has(erasedName(owner)) && !isTaken(owner)),
    isEverybody: only === undefined && erased.size === 0 && named.size === 0,
  };
}
