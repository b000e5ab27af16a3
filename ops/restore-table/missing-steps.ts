import { RECOVERY_DAYS, type TableDefinition } from "../../lib/tables.ts";
import type { DescribedTable, StreamMapping, Tags } from "./port.ts";
import { isReadOut } from "./read-out.ts";

/** Describes the settings, stream and mappings that the table must have besides its items. */
export interface Wanted {
  readonly definition: TableDefinition;
  readonly isProtected: boolean;
  readonly tags: Tags;
}

export interface FoundTable extends DescribedTable {
  /** The settings from `recoveryDays` on are known only for a table that is ready. */
  readonly recoveryDays?: number | undefined;
  readonly expiresBy?: string | undefined;
  readonly tags?: Tags;
}

/** Names the role of a reading function, and the streams that the role's policy for the table lets it read. */
export interface Reader {
  readonly role: string;
  readonly granted: readonly string[];
}

export interface Found {
  /** The time of the look in epoch milliseconds. */
  readonly atMs: number;
  /** The lost table was deleted at this time, if a backup of the deletion says so. */
  readonly deletedAt?: Date | undefined;
  readonly table: FoundTable | undefined;
  /** Contains the mappings of the stage's readers, for the table's stream and for all earlier ones. */
  readonly mappings: readonly StreamMapping[];
  /** Contains the mappings of other functions, and of functions that are gone. They are left alone. */
  readonly others: readonly StreamMapping[];
  /**
   * Maps the ARN that the mapping names to the reader. For a table that was not restored, it contains only readers of
   * earlier streams.
   */
  readonly readers: ReadonlyMap<string, Reader>;
}

export type Step =
  /** This step only waits. */
  | { readonly kind: "deletion" | "readiness" }
  | { readonly kind: "table" | "stream" | "protection" | "recovery" | "expiry" | "tags" }
  | { readonly kind: "grant"; readonly role: string }
  | { readonly kind: "mapping"; readonly like: StreamMapping }
  /** A mapping of the new stream is being removed, and no other one can be created until it is gone. */
  | { readonly kind: "removal"; readonly id: string }
  /** The new mapping is being created. */
  | { readonly kind: "reading"; readonly id: string }
  /** The new mapping does not read, so the old one must stay. Only a person can find the reason. */
  | { readonly kind: "idle mapping"; readonly id: string; readonly state: string }
  | { readonly kind: "old mapping"; readonly id: string };

const BARE: FoundTable = { arn: "", status: "ACTIVE", isProtected: false };
const BEING_MADE = new Set(["Creating", "Enabling", "Updating"]);
const isEnding = ({ state }: StreamMapping): boolean => state === "Deleting";

/**
 * Returns the steps that are left, in their order, or none for a complete table. The stream comes first, because
 * changes before its creation are never announced.
 */
export function missingSteps(wanted: Wanted, found: Found): readonly Step[] {
  const { table } = found;
  const isGone = table === undefined || table.status === "DELETING";
  const made = isGone ? BARE : table;
  return [
    ...when(table?.status === "DELETING", { kind: "deletion" }),
    ...when(isGone, { kind: "table" }),
    ...when(isGone || table.status === "CREATING", { kind: "readiness" }),
    ...propertySteps(wanted, made),
    ...(wanted.definition.stream ? readerSteps(made.stream, found) : []),
  ];
}

/** Says whether nothing reads the changes of the table and no earlier mapping provides the settings of a reader. */
export const lacksReader = ({ definition }: Wanted, { mappings }: Found): boolean =>
  definition.stream === true && mappings.length === 0;

/** Returns a text that is equal for equal steps. */
export const keyOf = (step: Step): string => {
  if (step.kind === "grant") return `${step.kind} ${step.role}`;
  if (step.kind === "mapping") return `${step.kind} ${step.like.reader}`;
  return "id" in step ? `${step.kind} ${step.id}` : step.kind;
};

const when = (isMissing: boolean, step: Step): readonly Step[] => (isMissing ? [step] : []);

function propertySteps({ definition, isProtected, tags }: Wanted, table: FoundTable): readonly Step[] {
  const { stream, ttlAttribute, isDurable } = definition;
  const has = table.tags ?? {};
  return [
    ...when(stream === true && table.stream === undefined, { kind: "stream" }),
    ...when(isDurable && isProtected && !table.isProtected, { kind: "protection" }),
    ...when(isDurable && table.recoveryDays !== RECOVERY_DAYS, { kind: "recovery" }),
    ...when(ttlAttribute !== undefined && table.expiresBy !== ttlAttribute, { kind: "expiry" }),
    ...when(
      Object.entries(tags).some(([key, value]) => has[key] !== value),
      { kind: "tags" },
    ),
  ];
}

/**
 * Says whether the reader of an earlier stream has no mapping for the present one, or only one that is being removed.
 */
export const isUnread = (
  { stream, reader }: StreamMapping,
  all: readonly StreamMapping[],
  present: string | undefined,
): boolean =>
  stream !== present && !all.some((one) => one.reader === reader && one.stream === present && !isEnding(one));

/**
 * Returns the steps for readers. A reader of an earlier stream gets a mapping of the present stream before it loses the
 * mapping of the earlier stream.
 */
function readerSteps(stream: string | undefined, found: Found): readonly Step[] {
  const { mappings, readers } = found;
  const current = mappings.filter((mapping) => mapping.stream === stream);
  const old = mappings.filter((mapping) => mapping.stream !== stream);
  const unread = old
    .filter((mapping) => isUnread(mapping, mappings, stream))
    .filter(({ reader }, i, all) => all.findIndex((one) => one.reader === reader) === i);
  const withoutRight = [...readers.values()].filter(({ granted }) => stream === undefined || !granted.includes(stream));
  const ending = current.filter((one) => isEnding(one) && unread.some(({ reader }) => reader === one.reader));
  return [
    ...[...new Set(withoutRight.map(({ role }) => role))].map((role): Step => ({ kind: "grant", role })),
    ...ending.map(({ id }): Step => ({ kind: "removal", id })),
    ...unread.map((like): Step => ({ kind: "mapping", like })),
    ...current.filter(({ state }) => BEING_MADE.has(state)).map(({ id }): Step => ({ kind: "reading", id })),
    ...replacedSteps(old, current, found),
  ];
}

/**
 * Returns the steps that remove old mappings. An old mapping goes if its stream is read out, and if its reader's new
 * mapping reads or will read after the steps before.
 */
function replacedSteps(
  old: readonly StreamMapping[],
  current: readonly StreamMapping[],
  found: Found,
): readonly Step[] {
  const left = old.filter((one) => !isEnding(one));
  const idle = current.filter(
    (one) => !isEnding(one) && !isReading(one.state) && left.some((earlier) => isHeldBy(earlier, one)),
  );
  return [
    ...idle.map(({ id, state }): Step => ({ kind: "idle mapping", id, state })),
    ...left
      .filter((mapping) => isReadOut(mapping, found) && !idle.some(({ reader }) => reader === mapping.reader))
      .map(({ id }): Step => ({ kind: "old mapping", id })),
  ];
}

/**
 * Says whether a mapping must stay until its reader's new mapping reads. A stopped mapping may be replaced by another
 * stopped one.
 */
const isHeldBy = (earlier: StreamMapping, one: StreamMapping): boolean =>
  earlier.reader === one.reader && !(earlier.isStopped && one.isStopped);

const isReading = (state: string): boolean => state === "Enabled" || BEING_MADE.has(state);
