import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** The one AWS exception that is an answer: the condition did not hold, and nothing was written. */
export async function undefinedIfConditionFailed<Output>(write: Promise<Output>): Promise<Output | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
