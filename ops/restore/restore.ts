import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Owner } from "../../shared/kernel/owner.ts";
import { personOf } from "../../shared/kernel/test-mode.ts";
import { ERASURES, erasedName } from "../erase-owner/erasures.ts";
import type { VersionedContents } from "./content-copies.ts";
import { CopyBack } from "./copy-back.ts";
import type { Rules } from "./decision-on.ts";
import type { Figures } from "./figures.ts";
import { DURABLE_TABLES, type DurableTable, skOf, text } from "./item.ts";
import type { OwnerChoice } from "./owners.ts";
import { RestoredTables } from "./restored-table.ts";
import { readPartition } from "./table-reader.ts";

export interface RestoreRequest extends Omit<Rules, "nowMs" | "to"> {
  /** The time to restore to, which is a full second. */
  readonly to: Date;
  readonly tables: readonly DurableTable[];
  readonly only?: Owner | undefined;
  readonly except: readonly Owner[];
  /** Says whether the selected owner was erased by mistake and is restored nevertheless. */
  readonly takesErased: boolean;
  readonly isApplied: boolean;
  /** The restore waits at most this long for the restored tables. */
  readonly longestMs: number;
}

export interface RestoreServices {
  readonly client: DynamoDBClient;
  readonly tableName: (table: DurableTable) => string;
  readonly contents: () => VersionedContents;
}

export interface RestoredTable extends Figures {
  readonly table: DurableTable;
  readonly beside: string;
}

export interface Listener {
  /** The function that is called with each table when it is finished. */
  readonly told: (table: RestoredTable) => void;
  /** Receives lines that tell the waiting operator how far the restore is. */
  readonly say: (line: string) => void;
}

/** Restores tables beside the living ones, compares them, and copies items back if requested. */
export async function restore(
  { client, tableName, contents }: RestoreServices,
  request: RestoreRequest,
  { told, say }: Listener,
): Promise<void> {
  const { to, isApplied, longestMs, overwrites, resumesDeliveries } = request;
  const restored = new RestoredTables(client, to);
  const erasures = () => erasedSince(client, tableName("Notifications"), to);
  const tables = DURABLE_TABLES.filter((table) => request.tables.includes(table));
  const begun: { readonly name: DurableTable; readonly beside: string }[] = [];
  // All restores are started first, because each takes minutes and they can run concurrently.
  for (const name of tables) begun.push({ name, beside: await restored.begin(tableName(name)) });
  for (const { beside } of begun) say(`being restored: ${beside}`);
  let isLate = false;
  for (const { name, beside } of begun) {
    say(`${name}: waiting for its table beside, for minutes to an hour`);
    await restored.untilReady(beside, longestMs);
    say(`${name}: comparing`);
    // Erasures are read only now, because an owner may have been erased while the tables were being restored.
    const erased = await erasures();
    const rules = { nowMs: Date.now(), to: to.toISOString(), overwrites, resumesDeliveries };
    const choice = ownerChoice(request, erased);
    const options = { name, living: tableName(name), beside, to, rules, choice, contents, isApplied };
    const [ended] = await Promise.allSettled([new CopyBack(client, options).run()]);
    // Erasures are read again even after a failure, because some items were copied before it.
    const later = isApplied ? await erasures() : [];
    isLate ||= later.some((one) => !erased.includes(one));
    if (ended.status === "rejected") throw failure(ended.reason, isLate);
    told({ table: name, beside, ...ended.value });
  }
  if (isLate) throw new Error(LATE);
}

const failure = (reason: unknown, isLate: boolean): unknown => (isLate ? new Error(LATE, { cause: reason }) : reason);
const LATE = "an owner was erased while items were copied back: run the erasure again";

/** Deletes the restored tables and returns those that existed. */
export async function removeRestored(
  { client, tableName }: RestoreServices,
  { to, tables, longestMs }: Pick<RestoreRequest, "to" | "tables" | "longestMs">,
): Promise<readonly DurableTable[]> {
  const restored = new RestoredTables(client, to);
  const removed: DurableTable[] = [];
  for (const table of tables) if (await restored.remove(tableName(table), longestMs)) removed.push(table);
  return removed;
}

/** Notes have the time of an operator's clock, which may differ from other clocks by this much. */
const CLOCKS_DIFFER_MS = 5 * 60_000;

/** Returns the hashed names (`erasedName`) of owners who were erased after the backup or shortly before it. */
async function erasedSince(client: DynamoDBClient, notifications: string, to: Date): Promise<readonly string[]> {
  const notes = await readPartition(client, notifications, ERASURES);
  const sinceMs = to.getTime() - CLOCKS_DIFFER_MS;
  return notes.filter((note) => Date.parse(text(note, "at") ?? "") >= sinceMs).map(skOf);
}

type Chosen = Pick<RestoreRequest, "only" | "except" | "takesErased">;

/** Chooses the owners. An erasure after the backup stays in effect. Records of test mode are their owner's. */
function ownerChoice({ only, except, takesErased }: Chosen, erasures: readonly string[]): OwnerChoice {
  const erased = new Set(erasures);
  const named = new Set<string>(except);
  const isTaken = (owner: string): boolean => takesErased && owner === only;
  const isErased = (owner: string): boolean => erased.size > 0 && erased.has(erasedName(owner)) && !isTaken(owner);
  const wasErased = (owner: string): boolean => isErased(personOf(owner));
  return {
    only,
    isLeftOut: (owner) => named.has(personOf(owner)) || wasErased(owner),
    wasErased,
    isEverybody: only === undefined && erased.size === 0 && named.size === 0,
  };
}
