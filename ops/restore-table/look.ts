import type { TableDefinition } from "../../lib/tables.ts";
import { agreedTags } from "./agreed-tags.ts";
import { grantedStreams, grantOf } from "./granted-streams.ts";
import { type Found, type FoundTable, isUnread, type Reader, type Wanted } from "./missing-steps.ts";
import type { DescribedTable, RestoreTableServices, StreamMapping, TableControl, Tags } from "./port.ts";
import { stillReading } from "./read-out.ts";
import { isStageReader } from "./stage-reader.ts";

/** DynamoDB uses these words for a table that exists or is being changed. For any other word a person must look. */
const KNOWN = new Set(["ACTIVE", "UPDATING", "CREATING", "DELETING"]);
const READY = new Set(["ACTIVE", "UPDATING"]);

/** Returns what exists of a table and of the readers of its changes. */
export async function look(
  { tables, mappings, policies, pace }: Pick<RestoreTableServices, "tables" | "mappings" | "policies" | "pace">,
  name: string,
  definition: TableDefinition,
): Promise<Found> {
  const table = await lookAtTable(tables, name, definition);
  const isReader = isStageReader(definition, name);
  const listed = definition.stream ? await mappings.ofTable(name, isReader) : [];
  const all = listed.filter(({ reader }) => isReader(reader));
  const gone = new Set<string>();
  const readers = new Map<string, Reader>();
  // The stack grants the right to the stream of a table that was never restored.
  const isRestored = table?.restoredFrom !== undefined;
  for (const { reader } of all.filter((mapping) => isRestored || isUnread(mapping, all, table?.stream))) {
    if (readers.has(reader) || gone.has(reader)) continue;
    const role = await mappings.roleOf(reader);
    if (role === undefined) gone.add(reader);
    else readers.set(reader, { role, granted: grantedStreams(await policies.read(role, grantOf(definition.name))) });
  }
  const isOwn = (one: StreamMapping): boolean => isReader(one.reader) && !gone.has(one.reader);
  const own = listed.filter(isOwn);
  const others = listed.filter((one) => !isOwn(one));
  const found = { atMs: pace.now(), table, mappings: own, others, readers };
  const isAsked = table !== undefined && READY.has(table.status) && stillReading(found).length > 0;
  return { ...found, deletedAt: isAsked ? await deletionBefore(tables, name, table) : undefined };
}

/**
 * Returns when an earlier table of this name was deleted, if this table was restored from the system backup of that
 * deletion.
 */
async function deletionBefore(
  tables: Pick<TableControl, "backupsOf">,
  name: string,
  { restoredFrom }: FoundTable,
): Promise<Date | undefined> {
  if (restoredFrom === undefined) return undefined;
  const all = await tables.backupsOf(name);
  return all.find(({ arn, isSystem }) => isSystem && arn === restoredFrom.arn)?.at;
}

async function lookAtTable(
  tables: TableControl,
  name: string,
  { isDurable, ttlAttribute }: TableDefinition,
): Promise<FoundTable | undefined> {
  const table = await tables.described(name);
  if (table === undefined) return undefined;
  if (!KNOWN.has(table.status)) throw new Error(`${name} is ${table.status}, which this command cannot mend`);
  if (!READY.has(table.status)) return table;
  return {
    ...table,
    recoveryDays: isDurable ? await tables.recoveryDays(name) : undefined,
    expiresBy: ttlAttribute === undefined ? undefined : await tables.expiresBy(name),
    tags: await tables.tagsOf(table.arn),
  };
}

/**
 * Returns the wanted state. The table is protected if any other table of the stage is, and has the tags on which the
 * others agree. If there is no other table, there are no tags and the table is protected.
 */
export async function wantedOf(
  { tables, tableName }: Pick<RestoreTableServices, "tables" | "tableName">,
  definition: TableDefinition,
  all: readonly TableDefinition[],
): Promise<Wanted> {
  const siblings: DescribedTable[] = [];
  const tags: Tags[] = [];
  for (const { name } of all.filter((one) => one.isDurable && one.name !== definition.name)) {
    const sibling = await tables.described(tableName(name));
    if (sibling === undefined || !READY.has(sibling.status)) continue;
    siblings.push(sibling);
    tags.push(await tables.tagsOf(sibling.arn));
  }
  const isProtected = siblings.length === 0 || siblings.some((one) => one.isProtected);
  return { definition, isProtected, tags: agreedTags(tags) };
}
