import * as z from "zod";
import type { TableChange } from "../kernel/table-change.ts";
import { itemFromJson } from "./direct-calls/dynamo-format.ts";

const MILLISECONDS = 1000;
const TABLE_OF_STREAM = /:table\/([^/]+)\/stream\//;

const item = z.record(z.string(), z.unknown()).transform(itemFromJson);

/**
 * One record of DynamoDB Streams, as Lambda passes it to a function (AWS Lambda Developer Guide, "Using AWS Lambda with
 * Amazon DynamoDB").
 */
const record = z.looseObject({
  eventSourceARN: z.string().regex(TABLE_OF_STREAM),
  dynamodb: z.looseObject({
    ApproximateCreationDateTime: z.number(),
    SequenceNumber: z.string().min(1),
    Keys: item,
    OldImage: item.nullish(),
    NewImage: item.nullish(),
  }),
});
/**
 * Lambda names the shard only to a function that has a tumbling window ("Implementing stateful DynamoDB stream
 * processing in Lambda").
 */
const streamEvent = z.looseObject({ Records: z.array(z.unknown()), shardId: z.string().min(1).optional() });

/** Reads the changes of a batch in their order. Throws when the event is not a batch of changes. */
export function readTableChanges(event: unknown): readonly TableChange[] {
  const { Records, shardId } = streamEvent.parse(event);
  return Records.map((given) => {
    const { eventSourceARN, dynamodb } = record.parse(given);
    const { OldImage: before, NewImage: after } = dynamodb;
    return {
      table: TABLE_OF_STREAM.exec(eventSourceARN)?.[1] ?? "",
      sequenceNumber: dynamodb.SequenceNumber,
      ...(shardId !== undefined && { streamShard: shardId }),
      at: new Date(dynamodb.ApproximateCreationDateTime * MILLISECONDS),
      keys: dynamodb.Keys,
      ...(before && { before }),
      ...(after && { after }),
      record: given,
    };
  });
}
