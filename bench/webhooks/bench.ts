import { setTimeout as pause } from "node:timers/promises";
import { LocalStack, type Owner, until } from "../../test/support/local-stack.ts";
import { WebhookReceiver } from "../../test/support/webhook-receiver.ts";
import { type BenchResult, median, quantile } from "../bench-result.ts";
import { addWebhook, eventsAt, type ReceivedEvent } from "./received-events.ts";

const PER_SECOND = 50;
const SECONDS = Number(process.env.HERALD_WEBHOOKS_SECONDS ?? 20);
const BACKLOG = Number(process.env.HERALD_WEBHOOKS_BACKLOG ?? 5000);
const BACKLOG_PER_SECOND = 100;
const PROBES = 100;
const PROBES_PER_SECOND = 5;
const ARRIVE_WITHIN_MS = 300_000;

interface Pace {
  readonly count: number;
  readonly perSecond: number;
}

/** Sends mails at a steady rate however long the answers take, and returns their ids. */
async function sendAt(stack: LocalStack, owner: Owner, { count, perSecond }: Pace): Promise<string[]> {
  const startedAt = performance.now();
  const sends: Promise<string>[] = [];
  for (let i = 0; i < count; i++) {
    await pause(Math.max(0, startedAt + (i * 1000) / perSecond - performance.now()));
    sends.push(stack.accepted(owner.key));
  }
  return Promise.all(sends);
}

/** Waits for the `sent` events of these notifications and returns them. */
async function sentOf(receiver: WebhookReceiver, ids: readonly string[]): Promise<readonly ReceivedEvent[]> {
  const asked = new Set(ids);
  const mine = async () =>
    eventsAt(receiver).filter(({ type, notificationId }) => type === "notification.sent" && asked.has(notificationId));
  return until(mine, ({ length }) => length >= ids.length, { withinMs: ARRIVE_WITHIN_MS, everyMs: 500 });
}

function row(what: string, events: readonly ReceivedEvent[]) {
  const ms = events.map(({ lateMs }) => lateMs);
  return {
    "from the state's change to the webhook": what,
    events: events.length,
    "p50 ms": median(ms),
    "p99 ms": quantile(ms, 0.99),
    "longest ms": Math.max(...ms),
    "came again": events.length - new Set(events.map(({ id }) => id)).size,
  };
}

/**
 * Measures how long after a change its event reaches the receiver, alone and beside another owner's endpoint that never
 * answers (D40c).
 */
export async function run(): Promise<BenchResult> {
  const stack = await LocalStack.start({ HERALD_MAILBOX_KEEP: "1000000" });
  const [receiver, hanging] = await Promise.all([WebhookReceiver.start(), WebhookReceiver.start()]);
  hanging.isHanging = true;
  try {
    const [owner, other] = await Promise.all([stack.owner(), stack.owner()]);
    await addWebhook(stack, owner.token, receiver.url);
    const send = (pace: Pace) => sendAt(stack, owner, pace);
    // The first mails warm up caches and compiled code, and are not measured.
    await sentOf(receiver, await send({ count: 200, perSecond: PER_SECOND }));
    const alone = await sentOf(receiver, await send({ count: PER_SECOND * SECONDS, perSecond: PER_SECOND }));
    await addWebhook(stack, other.token, hanging.url);
    const backlog = await sendAt(stack, other, { count: BACKLOG, perSecond: BACKLOG_PER_SECOND });
    await stack.allSettled(other.key, backlog);
    const before = hanging.received.length;
    const beside = await sentOf(receiver, await send({ count: PROBES, perSecond: PROBES_PER_SECOND }));
    return {
      name: "Events at their webhooks",
      rows: [row(`at ${PER_SECOND} mails a second`, alone), row(`behind ${BACKLOG} events to one that hangs`, beside)],
      notes: [
        "The receiver, the sender of the mails and the stack share one machine; times are those of the event and of the request's arrival.",
        `The endpoint that hangs had ${before} requests when the second measurement began, ${hanging.received.length} at its end.`,
      ],
    };
  } finally {
    await Promise.all([receiver.close(), hanging.close()]);
    await stack.close();
  }
}
