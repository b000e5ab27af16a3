import { NotYetError, type TableBackup, type TableControl } from "./port.ts";

export interface BackupChoice {
  /** The table's real name. */
  readonly name: string;
  /** A person named this backup by its ARN. */
  readonly given?: string | undefined;
  /** The table existed at this time. An older backup is that of an earlier deletion. */
  readonly existedAt?: Date | undefined;
}

/**
 * Returns the given backup of the table, or the newest that DynamoDB made at a deletion of it. Throws a `NotYetError`
 * while the backup of the last deletion is not listed or cannot be used.
 */
export async function chosenBackup(
  tables: Pick<TableControl, "backupsOf">,
  { name, given, existedAt }: BackupChoice,
): Promise<TableBackup> {
  const all = await tables.backupsOf(name);
  if (given === undefined) return newestOf(all, name, existedAt);
  const named = all.find(({ arn }) => arn === given);
  if (named === undefined || named.isUnavailable) throw new Error(`${given} is no usable backup of ${name}`);
  return named;
}

function newestOf(all: readonly TableBackup[], name: string, existedAt = new Date(0)): TableBackup {
  const [newest] = all.filter(({ isSystem }) => isSystem).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  if (newest === undefined)
    throw new NotYetError(
      `DynamoDB lists no backup from a deletion of ${name} in the last 35 days; after a deletion it may take minutes`,
    );
  if (newest.isUnavailable)
    throw new NotYetError(`the newest backup of ${name}, ${newest.arn}, cannot be used yet: try again in some minutes`);
  if (newest.at < existedAt)
    throw new NotYetError(
      `the newest backup of ${name} is from ${newest.at.toISOString()}, and the table still existed at ` +
        `${existedAt.toISOString()}: try again in some minutes, or name a backup with --backup`,
    );
  return newest;
}
