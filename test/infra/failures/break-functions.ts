import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Context } from "aws-lambda";
import { type FunctionDefinition, functions } from "../../../lib/functions.ts";
import { apiKeyText } from "../../../shared/kernel/api-key-text.ts";
import { powertoolsMetrics } from "../../../shared/kernel/telemetry/powertools-metrics.ts";
import { routes } from "../../../shared/routes.ts";
import { anEvent } from "../../support/an-event.ts";
import { aNotification, signed } from "../../support/signed-topic.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { CERTIFICATE, startBrokenWorld, TOPIC_ARN } from "./broken-world.ts";

// Runs the real handler of every function in a world whose stores refuse every call. Before each run it writes a line
// with the function's name to both streams, and after it a line with the result that the platform would see: an answer,
// or a crash.

const world = await startBrokenWorld();
const VERSION = "7";
Object.assign(process.env, world.environment, { AWS_LAMBDA_FUNCTION_VERSION: VERSION });

const UUID = "6f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11";
const API_KEY = apiKeyText(new Uint8Array(32).fill(7));
/** The first route of these groups calls no store, so this route is used. */
const ROUTE_OF: Record<string, string> = { system: "/health/ready", docs: "/docs/{asset}" };
const PARAMETERS = { id: UUID, messageID: UUID, asset: "start.js" };
const TAKES_TOPICS: ReadonlySet<string> = new Set(["chat-events", "email-events"]);
/** The first route of this group needs a body. */
const BODY_OF: Record<string, object> = { "sending-account-test": { recipient: "a@example.com" } };

function requestOf(group: string): unknown {
  const route = routes.find((one) => one.group === group && (ROUTE_OF[group] ?? one.path) === one.path);
  if (route === undefined) throw new Error(`no route of ${group} is known`);
  const authorization = route.auth.includes("api-key") ? `Bearer ${API_KEY}` : `Bearer ${world.token}`;
  const pathParameters = Object.fromEntries(
    Object.entries(PARAMETERS).filter(([name]) => route.path.includes(`{${name}}`)),
  );
  const body = TAKES_TOPICS.has(group) ? topicMessage() : BODY_OF[group];
  return anEvent(route, { pathParameters, headers: { authorization }, ...(body && { body }) });
}

const topicMessage = (): string =>
  signed(aNotification({ TopicArn: TOPIC_ARN, SigningCertURL: `${world.address}${CERTIFICATE}` }), world.signer);

const message = { from: "15550001111", id: "wamid.1", timestamp: "1800000000", type: "text", text: { body: "Hi" } };
const status = { id: "wamid.3", status: "sent" };
const change = {
  field: "messages",
  value: {
    metadata: { phone_number_id: "1" },
    messages: [message, { ...message, id: "wamid.2" }],
    statuses: [status, { ...status, id: "wamid.4" }],
  },
};
const envelope = JSON.stringify({ whatsAppWebhookEntry: JSON.stringify({ id: "1", changes: [change] }) });
const notification = { owner: "owner-1", id: UUID, accountId: UUID };
const MESSAGES: Record<string, object> = {
  delivery: notification,
  "delivery-dead-letters": notification,
  media: { owner: "owner-1", conversationId: UUID, messageId: UUID, attempt: 1 },
  "inbound-messages": { envelope, arrivedAtMs: 1_800_000_000_000, repeated: 0 },
  "chat-events": { envelope, arrivedAtMs: 1_800_000_000_000, repeated: 0 },
};

function eventOf({ trigger }: FunctionDefinition): unknown {
  switch (trigger.kind) {
    case "routes":
      return requestOf(trigger.group);
    case "function-url": {
      const body = { jsonrpc: "2.0", id: 1, method: "tools/list" };
      return anEvent({ method: "POST", path: trigger.path }, { body, headers: { authorization: `Bearer ${API_KEY}` } });
    }
    case "queue":
      return { Records: [{ messageId: "m", body: JSON.stringify(MESSAGES[trigger.queue]) }] };
    // These functions call no store, so an event of an unknown shape makes them fail.
    case "fallback":
    case "stream":
    case "schedule":
      return {};
  }
}

function say(line: object): void {
  for (const stream of [process.stdout, process.stderr]) stream.write(`${JSON.stringify(line)}\n`);
}

const contextOf = (name: string) =>
  ({ functionName: `physical-${name}`, getRemainingTimeInMillis: () => 300_000 }) as Context;

async function breakFunction(definition: FunctionDefinition): Promise<void> {
  const { handler } = await import(`../../../${definition.entry}`);
  say({ begins: definition.name });
  try {
    say({ answered: await handler(eventOf(definition), contextOf(definition.name)) });
  } catch (error) {
    say({ crashed: String(error) });
  }
}

async function breakUploads(): Promise<void> {
  const { uploadListener } = await import("../../../functions/web/media-upload/listener.ts");
  const { uploadServices } = await import("../../../shared/composition/uploads.ts");
  const server = createServer(uploadListener(uploadServices)).listen(0, "127.0.0.1");
  await new Promise((resolve) => {
    server.once("listening", resolve);
  });
  say({ begins: "media-upload" });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/chat-conversations/${UUID}/media-upload`;
  const { status } = await fetch(url, { method: "POST", headers: { authorization: `Bearer ${API_KEY}` } });
  say({ answered: { statusCode: status } });
}

for (const definition of functions) await breakFunction(definition);
await breakUploads();
say({ begins: "an outage" });
const metrics = powertoolsMetrics("herald", {
  log: silentLog,
  name: "physical-deliver-notification",
  version: VERSION,
});
metrics.count("outage");
metrics.flush();
process.exit();
