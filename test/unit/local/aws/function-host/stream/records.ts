import type { StreamRecord } from "../../../../../../local/aws/function-host/stream/stream-service.ts";

export const SECOND = 1_800_000_000;

export const aRecord = (number: number, at = SECOND): StreamRecord => ({
  eventID: String(number),
  eventName: "MODIFY",
  dynamodb: {
    ...{ SequenceNumber: String(number), ApproximateCreationDateTime: at, SizeBytes: 10 },
    Keys: { pk: { S: `item-${number}` } },
  },
});
export const records = (count: number): StreamRecord[] => Array.from({ length: count }, (_, i) => aRecord(i + 1));
export const numbersOf = (some: readonly StreamRecord[]): number[] =>
  some.map(({ dynamodb }) => Number(dynamodb.SequenceNumber));
