import { BatchWriteCommand, type BatchWriteCommandOutput, type DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";

/** DynamoDB allows at most 25 writes in one batch. */
const MAX_BATCH = 25;
const MAX_TRIES = 8;

export interface ItemKey {
  readonly pk: string;
  readonly sk: string;
}

/** Deletes items of one table, 25 in a request. Items that do not exist are no error. */
export async function deleteTogether(client: DynamoDBDocumentClient, table: string, keys: readonly ItemKey[]) {
  for (let first = 0; first < keys.length; first += MAX_BATCH)
    await deleteBatch(client, table, keys.slice(first, first + MAX_BATCH));
}

async function deleteBatch(client: DynamoDBDocumentClient, table: string, keys: readonly ItemKey[]): Promise<void> {
  let left: BatchWriteCommandOutput["UnprocessedItems"] = {
    [table]: keys.map(({ pk, sk }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  };
  for (let tries = 0; left !== undefined && Object.keys(left).length > 0; tries++) {
    if (tries === MAX_TRIES) throw new Error("the table does not take the deletions");
    const answer: BatchWriteCommandOutput = await client.send(new BatchWriteCommand({ RequestItems: left }));
    left = answer.UnprocessedItems;
  }
}
