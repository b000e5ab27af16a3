// Stores a finished notification many more times in batched writes, each copy with its own id. This simulates the
// records of years of use. The stack must not be running. `copy-notification.ts <JSON of CopyOrder>` prints a line when
// it is done.
import { BatchWriteCommand, GetCommand } from "@aws-sdk/lib-dynamodb";
import { openDataFolder } from "../../local/data-folder.ts";
import { startEngines } from "../../local/engines.ts";
import { dynamoClient } from "../../shared/aws/dynamo/dynamo-client.ts";
import { ownerSub } from "../../shared/kernel/owner.ts";
import { systemIdentifiers } from "../../shared/kernel/system-identifiers.ts";
import { contentKey, stateKey } from "../../shared/notifications/dynamo/notification-key.ts";
import type { CopyOrder } from "./copy-order.ts";

const TABLE = "Notifications";
/** A notification has two items, and DynamoDB accepts 25 items per batch. */
const PER_BATCH = 12;
const BATCHES_AT_ONCE = 4;

const { dataDir, owner: sub, id, count }: CopyOrder = JSON.parse(process.argv[2] ?? "");
const owner = ownerSub.parse(sub);
const folder = openDataFolder(dataDir);
const engines = await startEngines({
  folder,
  onFailure: (what) => {
    throw new Error(what);
  },
});
Object.assign(process.env, {
  AWS_ENDPOINT_URL_DYNAMODB: engines.table.endpoint,
  AWS_REGION: "us-east-1",
  AWS_ACCESS_KEY_ID: "local",
  AWS_SECRET_ACCESS_KEY: "local-secret",
});
const client = dynamoClient({ directCalls: { onFallback: () => {} } });
const read = async (Key: { pk: string; sk: string }) => {
  const { Item } = await client.send(new GetCommand({ TableName: TABLE, Key }));
  if (Item === undefined) throw new Error(`nothing to copy at ${Key.sk}`);
  return Item;
};
const state = await read(stateKey({ owner, id }));
if (state.status !== "sent") throw new Error(`the notification to copy is ${state.status}`);
const content = await read(contentKey({ owner, id }));

function copies() {
  const key = { owner, id: systemIdentifiers.newId() };
  return [
    { ...state, ...stateKey(key) },
    { ...content, ...contentKey(key) },
  ].map((Item) => ({ PutRequest: { Item } }));
}
let left = count;
async function writer(): Promise<void> {
  while (left > 0) {
    const size = Math.min(PER_BATCH, left);
    left -= size;
    const puts = Array.from({ length: size }, copies).flat();
    const { UnprocessedItems = {} } = await client.send(new BatchWriteCommand({ RequestItems: { [TABLE]: puts } }));
    if (Object.keys(UnprocessedItems).length > 0) throw new Error("the table engine left something out");
  }
}
await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writer));
await engines.close();
folder.unlock();
process.stdout.write("copied\n");
process.exit(0);
