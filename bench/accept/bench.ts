import { type BenchResult, quantile, rounded } from "../bench-result.ts";
import { startBenchedStack } from "../local-stack.ts";

const PER_SECOND = 50;
const SECONDS = 20;

/**
 * Sends a request every 20 ms, whether or not the previous one was answered. The latency of a request counts from when
 * it was due.
 */
export async function run(): Promise<BenchResult> {
  const stack = await startBenchedStack();
  const total = PER_SECOND * SECONDS;
  const latencies: number[] = [];
  const statuses = new Map<number, number>();
  const startAt = performance.now() + 500;
  const send = async (i: number) => {
    const dueAt = startAt + (i * 1000) / PER_SECOND;
    await new Promise((resolve) => setTimeout(resolve, dueAt - performance.now()));
    const response = await fetch(`${stack.base_url}/api/v1/notifications`, {
      method: "POST",
      headers: { authorization: `Bearer ${stack.demo.api_key}`, "content-type": "application/json" },
      body: JSON.stringify({
        recipient: `r${i}@example.test`,
        subject: `Mail ${i}`,
        body: "An ordinary body. ".repeat(40),
      }),
    });
    await response.arrayBuffer();
    latencies.push(performance.now() - dueAt);
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1);
  };
  await Promise.all(Array.from({ length: total }, (_, i) => send(i)));
  const delivered = await countDelivered(stack.mailbox_url, total);
  await stack.stop();
  return {
    name: `Accepting, ${PER_SECOND} requests/s open loop`,
    rows: [
      {
        requests: total,
        "accepted (202)": statuses.get(202) ?? 0,
        "p50 ms": rounded(quantile(latencies, 0.5)),
        "p95 ms": rounded(quantile(latencies, 0.95)),
        "p99 ms": rounded(quantile(latencies, 0.99)),
        "delivered within 10 s of the last": delivered,
      },
    ],
    notes: ["The stack delivers at the same time, on the same cores; the client runs beside it."],
  };
}

async function countDelivered(mailboxUrl: string, total: number): Promise<number> {
  const until = performance.now() + 10_000;
  for (;;) {
    const response = await fetch(`${mailboxUrl}/api/messages?limit=1`);
    const { messages }: { messages: { id: string }[] } = JSON.parse(await response.text());
    const count = Number(messages[0]?.id ?? 0);
    if (count >= total || performance.now() > until) return count;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
