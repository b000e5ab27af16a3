import { randomUUID } from "node:crypto";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { openSigningIdentity } from "../../local/world/chat-simulator/topic/signing-identity.ts";
import { type Signing, signedMessage, snsHeaders } from "../../local/world/chat-simulator/topic/sns-message.ts";
import { type BenchResult, quantile, rounded } from "../bench-result.ts";
import { type BenchedStack, startBenchedStack } from "../local-stack.ts";

const RATE_PER_SECOND = 200;
const SECONDS = 10;
const BURST = 2000;
const CONNECTIONS = 32;
const BUDGET_P99_MS = 50;
const TOPIC_ARN = "arn:aws:sns:us-east-1:000000000000:herald-chat-events";

interface Posted {
  readonly body: string;
  readonly headers: Record<string, string>;
}

/**
 * Measures how long the topic service waits for an answer at a steady rate, and how many events per second the webhook
 * can verify and queue.
 */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });
  try {
    const post = (message: Posted) => send(agent, `${stack.base_url}/webhooks/cloud/topic/chat`, message);
    const steady = await messages(stack, RATE_PER_SECOND * SECONDS);
    const burst = await messages(stack, BURST);
    for (const message of await messages(stack, 200)) await post(message);
    const tookMs = await atRate(steady, post);
    const eventsPerSecond = await atOnce(burst, post);
    const p99 = quantile(tookMs, 0.99);
    const row = {
      "events/s": RATE_PER_SECOND,
      events: tookMs.length,
      "p50 ms": rounded(quantile(tookMs, 0.5)),
      "p99 ms": rounded(p99),
      "slowest ms": rounded(Math.max(...tookMs)),
      "budget p99 ms": BUDGET_P99_MS,
      within: p99 <= BUDGET_P99_MS ? "yes" : "NO",
      "at most events/s": Math.round(eventsPerSecond),
    };
    return {
      name: "Webhook: signed events, verified and on the queue before the answer",
      rows: [row],
      notes: [
        "From the moment when an event was due, not when a connection was free for it; the worker applies the events meanwhile, on the same machine.",
      ],
    };
  } finally {
    agent.destroy();
    await stack.stop();
  }
}

/** Builds statuses of unknown messages. The webhook does all its work for them, and the worker only a look-up. */
async function messages(stack: BenchedStack, count: number): Promise<Posted[]> {
  const identity = await openSigningIdentity(join(stack.dataDir, "chat-simulator"));
  const signing: Signing = { identity, origin: stack.chat_simulator_url, version: "2" };
  const posted: Posted[] = [];
  for (let n = 0; n < count; n++) {
    const message = await signedMessage(
      {
        Type: "Notification",
        MessageId: randomUUID(),
        TopicArn: TOPIC_ARN,
        Message: JSON.stringify({ whatsAppWebhookEntry: JSON.stringify(statusEntry()) }),
        Timestamp: new Date().toISOString(),
      },
      signing,
    );
    posted.push({ body: JSON.stringify(message), headers: snsHeaders(message) });
  }
  return posted;
}

const statusEntry = () => ({
  id: "1",
  changes: [
    {
      field: "messages",
      value: {
        messaging_product: "whatsapp",
        statuses: [
          {
            id: `wamid.${randomUUID()}`,
            status: "delivered",
            timestamp: String(Math.floor(Date.now() / 1000)),
            biz_opaque_callback_data: randomUUID(),
          },
        ],
      },
    },
  ],
});

/** Returns the milliseconds from when each message was due until its answer. */
async function atRate(due: readonly Posted[], post: (message: Posted) => Promise<void>): Promise<number[]> {
  const startedAt = performance.now();
  const answers = due.map(async (message, n) => {
    const dueAt = startedAt + (n * 1000) / RATE_PER_SECOND;
    await pause(Math.max(0, dueAt - performance.now()));
    await post(message);
    return performance.now() - dueAt;
  });
  return Promise.all(answers);
}

async function atOnce(due: readonly Posted[], post: (message: Posted) => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  const left = [...due];
  const connection = async () => {
    for (let next = left.pop(); next; next = left.pop()) await post(next);
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, connection));
  return (due.length * 1000) / (performance.now() - startedAt);
}

function send(agent: Agent, url: string, { body, headers }: Posted): Promise<void> {
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: "POST", agent, headers }, (answer) => {
      answer.resume();
      answer.once("end", () => (answer.statusCode === 200 ? resolve() : reject(new Error(`${answer.statusCode}`))));
    });
    outgoing.once("error", reject);
    outgoing.end(body);
  });
}
