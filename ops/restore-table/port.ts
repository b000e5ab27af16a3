import type { TableDefinition } from "../../lib/tables.ts";

/** Says that a recent change has not taken effect yet, so that the same call will work a little later. */
export class NotYetError extends Error {
  override readonly name = "NotYetError";
}

/** A right and a change of a table take effect within seconds, and a backup is listed within minutes. */
export const NOT_YET_MS = 300_000;

/** Maps the keys of tags to their values. */
export type Tags = Readonly<Record<string, string>>;

export interface DescribedTable {
  readonly arn: string;
  /** The status in DynamoDB's own word, such as `CREATING`. */
  readonly status: string;
  readonly isProtected: boolean;
  readonly madeAt?: Date | undefined;
  /** The ARN of the stream of the table's changes. */
  readonly stream?: string | undefined;
  readonly restoredFrom?: Pick<TableBackup, "arn" | "at"> | undefined;
}

export interface TableBackup {
  readonly arn: string;
  readonly at: Date;
  /** Says whether DynamoDB made the backup when the table was deleted. */
  readonly isSystem: boolean;
  /** If true, DynamoDB lists the backup but does not restore it, for example because the backup is still being made. */
  readonly isUnavailable?: true | undefined;
}

/**
 * Reads and changes whole tables in DynamoDB. A call does nothing if the requested state already exists, for example
 * after an interruption. Each call that changes something may throw a `NotYetError`.
 */
export interface TableControl {
  /** Returns undefined if there is no such table. */
  described(name: string): Promise<DescribedTable | undefined>;
  /** Returns how many days point-in-time recovery reaches back, or undefined if it is off. */
  recoveryDays(name: string): Promise<number | undefined>;
  /** Returns the attribute by which items expire, or undefined if none do. */
  expiresBy(name: string): Promise<string | undefined>;
  /** Returns the tags that people and stacks set, without those that AWS reserves. */
  tagsOf(arn: string): Promise<Tags>;
  /**
   * Returns the usable backups of a table, even of a deleted table, and the backup that its deletion made even while
   * DynamoDB cannot restore it yet.
   */
  backupsOf(name: string): Promise<readonly TableBackup[]>;
  /** Begins to restore a backup as a table of this name. */
  restore(name: string, backup: string): Promise<void>;
  /** Begins to create an empty table. */
  create(name: string, definition: TableDefinition): Promise<void>;
  protect(name: string): Promise<void>;
  keepBackups(name: string, days: number): Promise<void>;
  expireBy(name: string, attribute: string): Promise<void>;
  tag(arn: string, tags: Tags): Promise<void>;
  /** Begins a stream of changes with the item before and after each. */
  streamChanges(name: string): Promise<void>;
}

/** Describes a mapping that lets a function read a stream. */
export interface StreamMapping {
  readonly id: string;
  /** The ARN of the stream that the function reads. */
  readonly stream: string;
  /** The ARN of the function, or of its alias, that reads the stream. */
  readonly reader: string;
  /** The state in Lambda's own word, such as `Creating`. */
  readonly state: string;
  /** If true, a person disabled the mapping. */
  readonly isStopped?: true | undefined;
  /** If true, the reader found nothing new when it last looked. */
  readonly isDrained?: true | undefined;
  /** Contains all other settings of its creation, in Lambda's own form. */
  readonly settings: Readonly<Record<string, unknown>>;
}

export interface StreamMappings {
  /**
   * Returns the mappings of all streams that tables of this name have, or had before their deletion. Throws if the
   * filters of one of these readers cannot be read.
   */
  ofTable(name: string, isReader?: (functionArn: string) => boolean): Promise<readonly StreamMapping[]>;
  /**
   * Creates a mapping that begins with the oldest kept change, unless the reader already has one. A stopped mapping is
   * created disabled. Throws a `NotYetError` while the reader's role may not read the stream.
   */
  create(mapping: Pick<StreamMapping, "stream" | "reader" | "isStopped" | "settings">): Promise<void>;
  /** Removes a mapping if it exists. May throw a `NotYetError`. */
  remove(id: string): Promise<void>;
  /** Returns the name of the function's role, or undefined if there is no such function. */
  roleOf(reader: string): Promise<string | undefined>;
}

/** Reads and writes the inline policies of roles. */
export interface RolePolicies {
  /** Returns the document, or undefined if the role has no policy of this name. */
  read(role: string, policy: string): Promise<unknown>;
  write(role: string, policy: string, document: object): Promise<void>;
}

export interface Pace {
  /** Returns epoch milliseconds. */
  readonly now: () => number;
  readonly pause: (ms: number) => Promise<void>;
}

export interface RestoreTableServices {
  readonly tables: TableControl;
  readonly mappings: StreamMappings;
  readonly policies: RolePolicies;
  readonly pace: Pace;
  /** Returns the real name of a table of the stage. */
  readonly tableName: (table: TableDefinition["name"]) => string;
}
