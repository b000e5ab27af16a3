import * as z from "zod";
import type { StreamRecord } from "./stream-service.ts";

const removed = z.looseObject({
  eventName: z.literal("REMOVE"),
  dynamodb: z.looseObject({
    ApproximateCreationDateTime: z.number(),
    OldImage: z.record(z.string(), z.looseObject({ N: z.string().optional() })),
  }),
});

/** As DynamoDB marks an item that it deletes itself, for the local stack deletes those by hand: an item that was past its time when it went. */
export function expiryMarked(ttlAttribute: string | undefined): (record: StreamRecord) => object {
  return (record) => {
    const read = removed.safeParse(record);
    if (ttlAttribute === undefined || !read.success) return record;
    const { OldImage, ApproximateCreationDateTime: at } = read.data.dynamodb;
    const expires = Number(OldImage[ttlAttribute]?.N);
    return expires < at
      ? { ...record, userIdentity: { type: "Service", principalId: "dynamodb.amazonaws.com" } }
      : record;
  };
}
