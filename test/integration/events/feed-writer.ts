import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { type HeraldEvent, heraldEvent } from "../../../shared/events/contract/events.ts";
import { DynamoFeed } from "../../../shared/events/dynamo/feed.ts";
import { ownerSub } from "../../../shared/kernel/owner.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { directClient } from "../../support/direct-client.ts";

/**
 * This process of writers prints the number of each appended batch, and ends when all are appended or when it is
 * killed.
 */
const [endpoint = "", owner = "", batches = "[]"] = process.argv.slice(2);
const credentials = { accessKeyId: "local", secretAccessKey: "local-secret" };
const client = directClient(new DynamoDBClient({ endpoint, region: "us-east-1", credentials, maxAttempts: 1 }));
// Appends by one of these feed objects wait for each other, and compete with the appends of all other feed objects, as
// the writers of a stream's shards do.
const feeds = [0, 1].map(() => new DynamoFeed(client, { table: "Events", clock: systemClock }));
const eventsOf = (batch: unknown): HeraldEvent[] => heraldEvent.array().parse(batch);

await Promise.all(
  Object.entries(JSON.parse(batches) as Record<string, unknown>).map(async ([number, batch]) => {
    await feeds[Number(number) % feeds.length]?.append(ownerSub.parse(owner), eventsOf(batch));
    process.stdout.write(`${number}\n`);
  }),
);
process.exit(0);
