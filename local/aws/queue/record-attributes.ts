import type { SQSMessageAttributes } from "aws-lambda";
import type { ReceivedMessage } from "./receive-operations.ts";

/** A message's own attributes as Lambda passes them to a function. Lambda's field names differ from those of SQS. */
export const recordAttributes = ({ MessageAttributes = {} }: ReceivedMessage): SQSMessageAttributes =>
  Object.fromEntries(
    Object.entries(MessageAttributes).map(([name, { DataType, StringValue, BinaryValue }]) => {
      const value = {
        ...(StringValue && { stringValue: StringValue }),
        ...(BinaryValue && { binaryValue: BinaryValue }),
      };
      return [name, { ...value, dataType: DataType }];
    }),
  );
