import type { Owner } from "../../shared/kernel/owner.ts";
import type { WebhookMessage } from "../../shared/webhooks/contract/messages.ts";
import { type DeliverWebhookDeps, deliverWebhook } from "../../shared/webhooks/deliver-webhook.ts";
import type { Webhook } from "../../shared/webhooks/domain/webhook.ts";
import type { WebhookAnswer, WebhookRequest } from "../../shared/webhooks/ports.ts";
import { sweepWebhooks } from "../../shared/webhooks/sweep-webhooks.ts";
import { anAnnouncedEvent } from "./an-announced-event.ts";
import { anOwner } from "./an-owner.ts";
import { aWebhook } from "./builders.ts";
import { fakeClock } from "./fake-clock.ts";
import { inMemoryFeed } from "./in-memory-feed.ts";
import { inMemoryWebhookLog } from "./in-memory-webhook-log.ts";
import { inMemoryWebhookProgress } from "./in-memory-webhook-progress.ts";
import { inMemoryWebhookStore } from "./in-memory-webhook-store.ts";
import { plainSecretBox } from "./plain-secret-box.ts";
import { countingMetrics, silentLog } from "./silent-telemetry.ts";

export const OK: WebhookAnswer = { kind: "answered", statusCode: 204, body: "", durationMs: 3 };
export const answering = (statusCode: number, body = ""): WebhookAnswer => ({ ...OK, statusCode, body });

export interface QueuedMessage {
  readonly message: WebhookMessage;
  readonly dueMs: number;
}

const MINUTE_MS = 60_000;

/** Runs workers, a sweep and receivers over doubles of the stores. Time stands still until the test moves it. */
export function aWebhookWorld(clock = fakeClock()) {
  const secretBox = plainSecretBox();
  const webhooks = inMemoryWebhookStore();
  const feed = inMemoryFeed(clock);
  const progress = inMemoryWebhookProgress(clock);
  const webhookLog = inMemoryWebhookLog(clock);
  const queued: QueuedMessage[] = [];
  const requests: (WebhookRequest & { readonly atMs: number })[] = [];
  const receivers = new Map<string, (request: WebhookRequest) => WebhookAnswer | Promise<WebhookAnswer>>();
  const deps: DeliverWebhookDeps = {
    ...{ webhooks, feed, progress, webhookLog, secretBox, clock, realClock: clock },
    identifiers: { random: () => 0 },
    webhookSender: {
      async send(request) {
        requests.push({ ...request, atMs: clock.now() });
        return (await receivers.get(request.url)?.(request)) ?? OK;
      },
    },
    webhookQueue: {
      async enqueue(message, delaySeconds = 0) {
        queued.push({ message, dueMs: clock.now() + delaySeconds * 1000 });
      },
    },
  };

  async function started(changes: Partial<Webhook> = {}): Promise<Webhook> {
    const { owner = anOwner(), id = crypto.randomUUID() } = changes;
    const secret = await secretBox.seal("whsec_AAAA", { owner, accountId: id });
    const webhook = aWebhook({ url: `https://${id}.example/`, secret, eventTypes: [], ...changes, owner, id });
    await progress.start(id, await feed.head(owner));
    await webhooks.create(webhook);
    return webhook;
  }

  async function happened(owner: Owner, count: number, type?: "notification.sent" | "notification.delivered") {
    const events = Array.from({ length: count }, () => anAnnouncedEvent(type ? { type } : {}));
    await feed.append(owner, events);
    return events;
  }

  const look = ({ owner, id }: Webhook, its = deps) => deliverWebhook(its, { owner, webhookId: id });

  /** Processes the due messages of the queue, one after the other. */
  async function workOff(its = deps): Promise<void> {
    for (let rounds = 0; rounds < 10_000; rounds++) {
      const next = queued.findIndex(({ dueMs }) => dueMs <= clock.now());
      const [due] = next < 0 ? [] : queued.splice(next, 1);
      if (due === undefined) return;
      await deliverWebhook(its, due.message);
    }
    throw new Error("the queue is never empty");
  }

  /** Lets time pass while the queue and the sweep work. */
  async function pass(forMs: number, stepMs = 1000): Promise<void> {
    const end = clock.now() + forMs;
    while (clock.now() < end) {
      clock.advance(Math.min(stepMs, end - clock.now()));
      if (clock.now() % MINUTE_MS < stepMs)
        await sweepWebhooks({ ...deps, progress, log: silentLog, metrics: countingMetrics() });
      await workOff();
    }
  }

  const sentTo = ({ url }: Pick<Webhook, "url">): string[] =>
    requests.filter((one) => one.url === url).map(({ eventId }) => eventId);

  return {
    ...{ clock, webhooks, feed, progress, webhookLog, queued, requests, receivers, deps },
    ...{ started, happened, look, workOff, pass, sentTo },
  };
}
