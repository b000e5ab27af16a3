import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** A failed condition is the one AWS exception that is an answer: nothing was written. */
export async function undefinedIfConditionFailed<Output>(write: Promise<Output>): Promise<Output | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
