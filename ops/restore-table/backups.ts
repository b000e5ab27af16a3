import { NotYetError, type TableBackup, type TableControl } from "./port.ts";

/** Returns the given backup of the table, or the newest that DynamoDB made at a deletion of it. */
export async function chosenBackup(
  tables: Pick<TableControl, "backupsOf">,
  name: string,
  given: string | undefined,
): Promise<TableBackup> {
  const all = await tables.backupsOf(name);
  if (given !== undefined) {
    const named = all.find(({ arn }) => arn === given);
    if (named === undefined) throw new Error(`${given} is no usable backup of ${name}`);
    return named;
  }
  const [newest] = all.filter(({ isSystem }) => isSystem).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (newest === undefined)
    throw new NotYetError(
      `DynamoDB lists no backup from a deletion of ${name} in the last 35 days; after a deletion it may take minutes`,
    );
  return newest;
}
