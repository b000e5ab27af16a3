import { crashRun } from "../../test/support/crash-run.ts";
import { type LocalStack, until } from "../../test/support/local-stack.ts";
import { WebhookReceiver } from "../../test/support/webhook-receiver.ts";
import type { BenchResult } from "../bench-result.ts";
import { addWebhook, eventsAt } from "./received-events.ts";

const KILLS = Number(process.env.HERALD_CRASH_KILLS ?? 20);
/**
 * The queue delivers the message of a killed worker again after six times the worker's timeout, and the worker's lease
 * ends earlier.
 */
const ANNOUNCED_WITHIN_MS = 900_000;
const PAGE = 100;
const FINAL = new Set(["notification.sent", "notification.failed"]);

/** Returns the final event type of each notification of the owner, by id. */
async function endsOf(stack: LocalStack, key: string): Promise<ReadonlyMap<string, string>> {
  const ends = new Map<string, string>();
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(PAGE), ...(cursor && { cursor }) });
    const { body } = await stack.call("GET", `/api/v1/notifications?${query}`, { token: key });
    const shown = body.notifications as { id: string; status: string }[];
    for (const { id, status } of shown) ends.set(id, `notification.${status}`);
    cursor = body.next_cursor as string | undefined;
  } while (cursor !== undefined);
  return ends;
}

/**
 * Kills the whole stack with `kill -9` under load while a webhook is set up. Every end must be announced, and repeated
 * events must have the same id and body (D40a).
 */
export async function run(): Promise<BenchResult> {
  const receiver = await WebhookReceiver.start();
  const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
  let ends: ReadonlyMap<string, string> = new Map();
  let missing: readonly string[] = [];
  const missingNow = (): readonly string[] => {
    const told = new Set(eventsAt(receiver).map(({ type, notificationId }) => `${notificationId} ${type}`));
    return [...ends].map(([id, type]) => `${id} ${type}`).filter((one) => !told.has(one));
  };
  try {
    const report = await crashRun({
      kills: KILLS,
      seed,
      perSecond: 100,
      upForMs: [300, 10_000],
      settleMs: 60_000 + KILLS * 5000,
      onStart: async (stack) => addWebhook(stack, await stack.token(stack.file.demo.sub), receiver.url),
      onEnd: async (stack) => {
        ends = await endsOf(stack, stack.file.demo.api_key);
        const wait = { withinMs: ANNOUNCED_WITHIN_MS, everyMs: 1000 };
        missing = await until(
          async () => missingNow(),
          ({ length }) => length === 0,
          wait,
        ).catch(missingNow);
      },
    });
    const events = eventsAt(receiver);
    const bodies = Map.groupBy(events, ({ id }) => id);
    const finals = Map.groupBy(
      [...bodies.values()].flatMap(([one]) => (one !== undefined && FINAL.has(one.type) ? [one] : [])),
      ({ notificationId }) => notificationId,
    );
    return {
      name: `${KILLS} times kill -9 of the whole stack under load, with a webhook`,
      rows: [
        {
          accepted: report.accepted,
          lost: report.lost.length,
          "ends announced": ends.size - missing.length,
          "ends not announced": missing.length,
          requests: events.length,
          events: bodies.size,
          "requests that came again": events.length - bodies.size,
          "events with two bodies": [...bodies.values()].filter(
            (same) => new Set(same.map(({ body }) => body)).size > 1,
          ).length,
          "notifications with two ends": [...finals.values()].filter((its) => its.length > 1).length,
          seed,
        },
      ],
      notes: missing.slice(0, 20).map((line) => `NOT ANNOUNCED: ${line}`),
    };
  } finally {
    await receiver.close();
  }
}
