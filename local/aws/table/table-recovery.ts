import * as z from "zod";
import { type EngineCall, engineCall, TableError } from "./engine-call.ts";
import { type Item, itemsAt, putItems } from "./table-history.ts";

/** The engine forgets changes after a day, as DynamoDB's streams do. */
const HISTORY_SECONDS = 86_400;

const named = z.looseObject({
  TableName: z.string().optional(),
  RequestItems: z.record(z.string(), z.unknown()).optional(),
});
const restoreInput = z.looseObject({
  SourceTableName: z.string(),
  TargetTableName: z.string(),
  RestoreDateTime: z.number().optional(),
  UseLatestRestorableTime: z.boolean().default(false),
  BillingModeOverride: z.literal("PAY_PER_REQUEST").optional(),
  GlobalSecondaryIndexOverride: z.array(z.looseObject({ IndexName: z.string() })).optional(),
});
const keys = z.array(z.looseObject({ AttributeName: z.string() }));
const table = z.looseObject({
  LatestStreamArn: z.string().optional(),
  CreationDateTime: z.number(),
  KeySchema: keys,
  AttributeDefinitions: keys,
  GlobalSecondaryIndexes: z
    .array(z.looseObject({ IndexName: z.string(), KeySchema: keys, Projection: z.looseObject({}) }))
    .default([]),
});
const described = z.looseObject({ Table: table });
type Table = z.output<typeof table>;

const MANAGING = new Set(["DeleteTable", "UpdateTable"]);

/** Emulates DynamoDB's point-in-time recovery: it rebuilds a table from the stream of its changes, which the table must have. */
export interface TableRecovery {
  /**
   * Answers operations that concern recovery, and returns undefined for all others, which the engine answers. Throws a
   * `TableError`.
   */
  answer(operation: string, input: unknown): Promise<object | undefined>;
  /**
   * Begins to fill a new table with items. `described` is the answer to `DescribeTable` whose keys and indexes the table
   * gets. Throws a `TableError` if the name is taken.
   */
  begin(name: string, described: unknown, items: readonly Item[]): Promise<void>;
}

export function tableRecovery(endpoint: string): TableRecovery {
  const call = engineCall(endpoint);
  const restoring = new Set<string>();
  return {
    async answer(operation, input) {
      if (operation === "DescribeContinuousBackups") return backupsOf(call, named.parse(input).TableName ?? "");
      if (operation === "RestoreTableToPointInTime") return restore(call, restoreInput.parse(input), restoring);
      const { TableName = "", RequestItems = {} } = named.parse(input);
      const isRestoring = [TableName, ...Object.keys(RequestItems)].some((name) => restoring.has(name));
      return isRestoring ? whileRestoring(call, operation, TableName) : undefined;
    },
    begin(name, shape, items) {
      const wanted = { known: described.parse(shape).Table, kept: undefined };
      return begin({ call, restoring }, name, wanted, async () => [...items]);
    },
  };
}

async function whileRestoring(call: EngineCall, operation: string, TableName: string): Promise<object> {
  if (operation === "DescribeTable") return creating(await call(operation, { TableName }));
  if (MANAGING.has(operation)) throw new TableError("ResourceInUseException", `${TableName} is being restored`);
  throw new TableError("ResourceNotFoundException", "Requested resource not found");
}

function creating(answer: unknown): object {
  const { Table: known } = described.parse(answer);
  return { Table: { ...known, TableStatus: "CREATING" } };
}

async function tableOf(call: EngineCall, name: string): Promise<Table> {
  try {
    return described.parse(await call("DescribeTable", { TableName: name })).Table;
  } catch (error) {
    if (!(error instanceof TableError && error.type === "ResourceNotFoundException")) throw error;
    throw new TableError("TableNotFoundException", `Table not found: ${name}`);
  }
}

/** Returns the present time in epoch seconds. */
const nowSeconds = (): number => Math.floor(Date.now() / 1000);
const earliest = ({ CreationDateTime }: Table): number => Math.max(CreationDateTime, nowSeconds() - HISTORY_SECONDS);

async function backupsOf(call: EngineCall, name: string): Promise<object> {
  const known = await tableOf(call, name);
  const isEnabled = known.LatestStreamArn !== undefined;
  const times = { EarliestRestorableDateTime: earliest(known), LatestRestorableDateTime: nowSeconds() };
  return {
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: "ENABLED",
      PointInTimeRecoveryDescription: {
        PointInTimeRecoveryStatus: isEnabled ? "ENABLED" : "DISABLED",
        ...(isEnabled && times),
      },
    },
  };
}

/** The new table exists at once, but cannot be used before it is filled. */
async function restore(
  call: EngineCall,
  input: z.output<typeof restoreInput>,
  restoring: Set<string>,
): Promise<object> {
  const { SourceTableName: source, TargetTableName: target, UseLatestRestorableTime: isLatest } = input;
  const known = await tableOf(call, source);
  if (known.LatestStreamArn === undefined)
    throw new TableError("PointInTimeRecoveryUnavailableException", `Point in time recovery is not enabled: ${source}`);
  const at = isLatest ? nowSeconds() : Math.floor(input.RestoreDateTime ?? 0);
  if (at < earliest(known) || at > nowSeconds())
    throw new TableError("InvalidRestoreTimeException", "The restore time is outside of the restorable time range");
  const wanted = { known, kept: input.GlobalSecondaryIndexOverride };
  await begin({ call, restoring }, target, wanted, () => itemsAt(call, source, at));
  return { TableDescription: { TableName: target, TableStatus: "CREATING" } };
}

interface Filling {
  readonly call: EngineCall;
  readonly restoring: Set<string>;
}

async function begin(
  { call, restoring }: Filling,
  target: string,
  wanted: Wanted,
  itemsOf: () => Promise<readonly Item[]>,
): Promise<void> {
  await requireFree(call, target);
  restoring.add(target);
  await create(call, target, wanted);
  // Callers wait for the restore by polling the table's state. If it fails, the table stays in its creating state.
  void itemsOf()
    .then((items) => putItems(call, target, items))
    .then(() => restoring.delete(target))
    .catch(() => {});
}

interface Wanted {
  readonly known: Table;
  /** The indexes to keep; undefined keeps all indexes. */
  readonly kept: readonly { readonly IndexName: string }[] | undefined;
}

/** The restored table has no stream, because recovery is not enabled in it. */
async function create(call: EngineCall, name: string, { known, kept }: Wanted): Promise<void> {
  const isKept = (index: { IndexName: string }) =>
    kept === undefined || kept.some(({ IndexName }) => IndexName === index.IndexName);
  const indexes = known.GlobalSecondaryIndexes.filter(isKept).map(({ IndexName, KeySchema, Projection }) => ({
    IndexName,
    KeySchema,
    Projection,
  }));
  const used = new Set([known, ...indexes].flatMap(({ KeySchema }) => KeySchema.map((one) => one.AttributeName)));
  const { KeySchema, AttributeDefinitions } = known;
  await call("CreateTable", {
    TableName: name,
    BillingMode: "PAY_PER_REQUEST",
    KeySchema,
    AttributeDefinitions: AttributeDefinitions.filter(({ AttributeName }) => used.has(AttributeName)),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes }),
  });
}

async function requireFree(call: EngineCall, name: string): Promise<void> {
  const isTaken = await tableOf(call, name).then(
    () => true,
    () => false,
  );
  if (isTaken) throw new TableError("TableAlreadyExistsException", `Table already exists: ${name}`);
}
