// Fills a data folder with accepted and undelivered notifications, with the product's own use cases on the embedded
// engines. The local stack finds the notifications on its queue when it next starts on the folder. The stack must have
// run on the folder before, so that its keys exist. `fill-herald.ts <JSON of FillOrder>` prints a line when all
// notifications are accepted.
import { readFileSync } from "node:fs";
import { openDataFolder } from "../../local/data-folder.ts";
import { startEngines } from "../../local/engines.ts";
import { notificationRequest } from "../../shared/channels/contract/notification-request.ts";
import { ownerSub } from "../../shared/kernel/owner.ts";
import type { FillOrder } from "./fill-order.ts";

const CLIENTS = 16;

const order: FillOrder = JSON.parse(process.argv[2] ?? "");
const folder = openDataFolder(order.dataDir);
const engines = await startEngines({
  folder,
  onFailure: (what) => {
    throw new Error(what);
  },
});
// The local stack wrote this file when it last ran on the folder: the environment of its functions. The file's
// addresses of the table, queue and object engines are no longer right, because the engines were started again above,
// at other addresses. The code below therefore replaces them.
const environment: Record<string, string> = JSON.parse(readFileSync(folder.file("functions.env.json"), "utf8"));
Object.assign(process.env, environment, {
  AWS_ENDPOINT_URL_DYNAMODB: engines.table.endpoint,
  AWS_ENDPOINT_URL_SQS: engines.queue.endpoint,
  AWS_ENDPOINT_URL_S3: engines.object.endpoint,
  DELIVERY_QUEUE_URL: engines.queueUrl("delivery"),
});
// The wiring reads the environment when it is loaded, so it is imported only now.
const { submitNotification } = await import("../../shared/notifications/accept/submit-notification.ts");
const { acceptanceServices } = await import("../../shared/composition/acceptance.ts");

const { accountIds } = order;
const owner = ownerSub.parse(order.owner);
let next = 0;
async function client(): Promise<void> {
  const { identifiers } = acceptanceServices();
  for (let i = next++; i < order.count; i = next++) {
    const request = notificationRequest.parse({
      channel: "email",
      smtp_account_id: accountIds[i % accountIds.length],
      recipient: `${order.word}+${i}@example.test`,
      subject: `Mail ${i}`,
      body: order.body,
    });
    const submission = { owner, id: identifiers.newId(), caller: {} };
    await submitNotification(acceptanceServices(), submission, request);
  }
}
await Promise.all(Array.from({ length: CLIENTS }, client));
await engines.close();
folder.unlock();
process.stdout.write("filled\n");
process.exit(0);
