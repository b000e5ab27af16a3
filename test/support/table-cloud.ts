import { tables as definitions, type TableDefinition } from "../../lib/tables.ts";
import {
  NotYetError,
  type RestoreTableServices,
  type StreamMapping,
  type TableBackup,
  type Tags,
} from "../../ops/restore-table/port.ts";

type Name = TableDefinition["name"];

interface KeptTable {
  items: string;
  isProtected: boolean;
  stream: string | undefined;
  recoveryDays: number | undefined;
  expiresBy: string | undefined;
  tags: Tags;
  restoredFrom: Pick<TableBackup, "arn" | "at"> | undefined;
  readyAtMs: number;
  /** The time at which the table was made or filled. */
  filledAtMs: number;
  /** The time at which a deletion ends. */
  goneAtMs?: number;
}

/** DynamoDB lists the backup of a deletion some time after it. */
interface KeptBackup extends TableBackup {
  readonly listedAtMs?: number;
}

export const ROLE = "herald-announce-role";
export const READER =
  "arn:aws:lambda:eu-central-1:123456789012:function:herald-service-prod-AnnounceAndCount1A2B-3C4D:live";
export const SETTINGS = { BatchSize: 100, FilterCriteria: { Filters: [{ Pattern: "{}" }] } };
const TAGS = { service: "herald", stage: "prod" };
const DELETED_AT = new Date("2026-11-22T21:10:00Z");
/** The time at which a table was made that is being deleted. */
export const MADE_AT = new Date("2026-11-22T22:00:00Z");
const RESTORE_MS = 600_000;
const UPDATE_MS = 2_000;
const RIGHT_MS = 5_000;
const MAPPING_MS = 30_000;
const MOST_CALLS = 5_000;

export const realName = (table: Name): string => `herald-data-prod-${table}`;
export const policyKey = (table: Name): string => `${ROLE}/RestoredStreams-${table}`;
const arnOf = (name: string): string => `arn:aws:dynamodb:eu-central-1:123456789012:table/${name}`;

/**
 * A stage's tables, mappings and policies. Changes take effect late, as AWS's do: a table is busy after each of them, a
 * right is not used at once, and a mapping is being created for a while.
 */
export class InMemoryTableCloud {
  readonly tables = new Map<string, KeptTable>();
  readonly backups: KeptBackup[] = [];
  readonly mappings = new Map<string, StreamMapping & { readonly enabledAtMs: number }>();
  /** The inline policies of roles, by `policyKey`. */
  readonly policies = new Map<string, unknown>();
  /** The changes that were asked for, in their order. */
  readonly asked: string[] = [];
  /** Called before and after each change; it may throw. */
  onChange: (change: string, when: "before" | "after") => void = () => {};
  nowMs = DELETED_AT.getTime() + 3_600_000;
  #calls = 0;
  #grantedAtMs = 0;

  constructor() {
    for (const definition of definitions) this.#deploy(definition);
  }

  #deploy({ name, stream, ttlAttribute, isDurable }: TableDefinition): void {
    const table = realName(name);
    const streamArn = stream ? `${arnOf(table)}/stream/1` : undefined;
    this.tables.set(table, {
      ...{ items: name, isProtected: isDurable, stream: streamArn, recoveryDays: isDurable ? 35 : undefined },
      ...{ expiresBy: ttlAttribute, tags: TAGS, restoredFrom: undefined, readyAtMs: 0, filledAtMs: 0 },
    });
    if (streamArn === undefined) return;
    const mapping = { id: `${name}-1`, stream: streamArn, reader: READER, state: "Enabled", settings: SETTINGS };
    const isDrained = true;
    this.mappings.set(mapping.id, { ...mapping, isDrained, enabledAtMs: 0 });
  }

  /** Deletes a table. DynamoDB keeps a backup of those with point-in-time recovery. */
  lose(name: Name): void {
    const table = realName(name);
    if (this.tables.get(table)?.recoveryDays !== undefined)
      this.backups.push({ arn: `${arnOf(table)}/backup/01`, at: DELETED_AT, isSystem: true });
    this.tables.delete(table);
  }

  /** Begins to delete a table. Its backup is listed some time after the end. */
  beginToLose(
    name: Name,
    { lastsMs, listedAfterMs }: { readonly lastsMs: number; readonly listedAfterMs: number },
  ): void {
    const table = realName(name);
    const goneAtMs = this.nowMs + lastsMs;
    const [arn, at] = [`${arnOf(table)}/backup/02`, new Date(this.nowMs)];
    this.backups.push({ arn, at, isSystem: true, listedAtMs: goneAtMs + listedAfterMs });
    Object.assign(this.#table(table), { goneAtMs });
  }

  #endDeletions(): void {
    for (const [name, { goneAtMs = Number.POSITIVE_INFINITY }] of this.tables)
      if (this.nowMs >= goneAtMs) this.tables.delete(name);
  }

  /** Returns everything that exists, without the times at which it took effect. */
  get state(): object {
    return {
      tables: [...this.tables]
        .map(([name, { readyAtMs: _, filledAtMs: _filled, ...table }]) => [name, table] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
      mappings: [...this.mappings.values()]
        .map(({ enabledAtMs: _, ...one }) => one)
        .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
      policies: [...this.policies].toSorted(([a], [b]) => (a < b ? -1 : 1)),
    };
  }

  get services(): RestoreTableServices {
    return {
      ...{ tables: this.#control(), mappings: this.#readers(), policies: this.#roles(), tableName: realName },
      pace: {
        now: () => this.nowMs,
        pause: async (ms) => {
          this.nowMs += ms;
        },
      },
    };
  }

  #change(what: string, work: () => void): void {
    this.#calls += 1;
    if (this.#calls > MOST_CALLS) throw new Error("the command does not end");
    this.onChange(what, "before");
    this.asked.push(what);
    work();
    this.onChange(what, "after");
  }

  #table(name: string): KeptTable {
    const table = this.tables.get(name);
    if (table === undefined) throw new Error(`there is no table ${name}`);
    return table;
  }

  #update(what: string, name: string, work: (table: KeptTable) => void): void {
    this.#change(what, () => {
      const table = this.#table(name);
      if (this.nowMs < table.readyAtMs) throw new NotYetError(`${name} is busy`);
      work(table);
      table.readyAtMs = this.nowMs + UPDATE_MS;
    });
  }

  #make(name: string, items: string, restoredFrom: KeptTable["restoredFrom"]): void {
    if (this.tables.has(name)) return;
    this.tables.set(name, {
      ...{ items, isProtected: false, stream: undefined, recoveryDays: undefined, expiresBy: undefined, tags: {} },
      ...{ restoredFrom, readyAtMs: this.nowMs + RESTORE_MS, filledAtMs: this.nowMs + RESTORE_MS },
    });
  }

  #control(): RestoreTableServices["tables"] {
    return {
      described: async (name) => {
        this.#endDeletions();
        const table = this.tables.get(name);
        if (table === undefined) return undefined;
        const { isProtected, stream, restoredFrom, readyAtMs, filledAtMs } = table;
        if (table.goneAtMs !== undefined)
          return { arn: arnOf(name), status: "DELETING", isProtected, stream, madeAt: MADE_AT };
        const busy = this.nowMs < filledAtMs ? "CREATING" : "UPDATING";
        const status = this.nowMs < readyAtMs ? busy : "ACTIVE";
        return { arn: arnOf(name), status, isProtected, stream, restoredFrom };
      },
      recoveryDays: async (name) => this.#table(name).recoveryDays,
      expiresBy: async (name) => this.#table(name).expiresBy,
      tagsOf: async (arn) => this.#table(arn.split(":table/")[1] ?? "").tags,
      backupsOf: async (name) =>
        this.backups
          .filter(({ arn, listedAtMs = 0 }) => arn.startsWith(`${arnOf(name)}/`) && this.nowMs >= listedAtMs)
          .map(({ listedAtMs: _, ...backup }) => backup),
      restore: async (name, arn) =>
        this.#change("restore", () => {
          const backup = this.backups.find((one) => one.arn === arn);
          if (backup === undefined) throw new Error(`there is no backup ${arn}`);
          this.#make(name, name.split("-").at(-1) ?? "", { arn, at: backup.at });
        }),
      create: async (name) => this.#change("create", () => this.#make(name, "", undefined)),
      protect: async (name) => this.#update("protect", name, (table) => Object.assign(table, { isProtected: true })),
      keepBackups: async (name, recoveryDays) =>
        this.#update("keepBackups", name, (table) => Object.assign(table, { recoveryDays })),
      expireBy: async (name, expiresBy) =>
        this.#update("expireBy", name, (table) => Object.assign(table, { expiresBy })),
      tag: async (arn, tags) =>
        this.#update("tag", arn.split(":table/")[1] ?? "", (table) => Object.assign(table, { tags })),
      streamChanges: async (name) =>
        this.#update("streamChanges", name, (table) => Object.assign(table, { stream: `${arnOf(name)}/stream/2` })),
    };
  }

  #readers(): RestoreTableServices["mappings"] {
    return {
      ofTable: async (name) =>
        [...this.mappings.values()]
          .filter(({ stream }) => stream.startsWith(`${arnOf(name)}/stream/`))
          .map(({ enabledAtMs, ...one }) => ({ ...one, state: this.nowMs < enabledAtMs ? "Creating" : one.state })),
      create: async ({ stream, reader, isStopped, settings }) =>
        this.#change("map", () => {
          if (!JSON.stringify([...this.policies.values()]).includes(stream)) throw new Error("no right at all");
          if (this.nowMs < this.#grantedAtMs + RIGHT_MS) throw new NotYetError("Cannot access stream");
          const id = `${stream.split("-").at(-1)} ${reader}`;
          const enabledAtMs = this.mappings.get(id)?.enabledAtMs ?? this.nowMs + MAPPING_MS;
          const state = isStopped ? "Disabled" : "Enabled";
          this.mappings.set(id, { id, stream, reader, settings, state, isStopped, enabledAtMs });
        }),
      remove: async (id) =>
        this.#change("unmap", () => {
          this.mappings.delete(id);
        }),
      roleOf: async () => ROLE,
    };
  }

  #roles(): RestoreTableServices["policies"] {
    return {
      read: async (role, policy) => this.policies.get(`${role}/${policy}`),
      write: async (role, policy, document) =>
        this.#change("grant", () => {
          this.policies.set(`${role}/${policy}`, document);
          this.#grantedAtMs = this.nowMs;
        }),
    };
  }
}
