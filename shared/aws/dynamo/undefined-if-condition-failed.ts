import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";

/** Returns undefined when the write's condition failed, so that nothing was written; throws every other error. */
export async function undefinedIfConditionFailed<Output>(write: Promise<Output>): Promise<Output | undefined> {
  try {
    return await write;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return undefined;
    throw error;
  }
}
