import { ConditionalCheckFailedException, type ConsumedCapacity, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { SQSClient } from "@aws-sdk/client-sqs";

export interface Costs {
  readUnits: number;
  writeUnits: number;
  queueRequests: number;
  /** The rate limiter's writes, each a unit and a call. They are counted apart, because how many requests share one depends on the clock. */
  draws: number;
  /** The number of calls to the table by the name of the command. */
  readonly calls: Record<string, number>;
}

const READS = new Set(["GetItemCommand", "QueryCommand", "BatchGetItemCommand"]);
const LIMITER_TABLE = "Ephemeral";
const isDraw = (commandName: string, input: object): boolean =>
  commandName === "UpdateItemCommand" && "TableName" in input && input.TableName === LIMITER_TABLE;

/** A write whose condition fails reports no units; it costs at least this. */
const FAILED_WRITE_UNITS = 1;

/** Counts the costs of all calls that these clients of table and queue make from now on. The table reports the units of a call with its indexes. */
export function costMeter(dynamo: DynamoDBClient, sqs: SQSClient): Costs {
  const costs: Costs = { readUnits: 0, writeUnits: 0, queueRequests: 0, draws: 0, calls: {} };
  const consumed = (output: object): number => {
    const { ConsumedCapacity: reported } = output as { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };
    if (reported === undefined) throw new Error("the table store reported no consumed capacity");
    return [reported].flat().reduce((sum, one) => sum + (one.CapacityUnits ?? 0), 0);
  };
  dynamo.middlewareStack.add(
    (next, { commandName = "" }) =>
      async (args) => {
        if (isDraw(commandName, args.input)) {
          costs.draws += 1;
          return next(args);
        }
        costs.calls[commandName] = (costs.calls[commandName] ?? 0) + 1;
        try {
          const result = await next({ ...args, input: { ...args.input, ReturnConsumedCapacity: "INDEXES" } });
          if (READS.has(commandName)) costs.readUnits += consumed(result.output);
          else costs.writeUnits += consumed(result.output);
          return result;
        } catch (error) {
          if (error instanceof ConditionalCheckFailedException) costs.writeUnits += FAILED_WRITE_UNITS;
          throw error;
        }
      },
    { step: "initialize", name: "cost-meter" },
  );
  sqs.middlewareStack.add(
    (next) => (args) => {
      costs.queueRequests += 1;
      return next(args);
    },
    { step: "initialize", name: "cost-meter" },
  );
  return costs;
}

/** Sets the counts to zero, so that the requests which warm the service up do not count in the price of a notification. */
export function reset(costs: Costs): void {
  Object.assign(costs, { readUnits: 0, writeUnits: 0, queueRequests: 0, draws: 0, calls: {} });
}
