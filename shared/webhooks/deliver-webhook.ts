import { MAX_DELAY_SECONDS } from "../kernel/backoff.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import { reasonToDisable } from "./domain/health.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import { backsOff } from "./domain/stall.ts";
import type { Webhook } from "./domain/webhook.ts";
import { type ForgetWebhookDeps, forgetWebhook } from "./forget-webhook.ts";
import type { Released, WebhookProgressStore, WebhookQueue, WebhookStore } from "./ports.ts";
import { type Turn, type WebhookRoundDeps, webhookRound } from "./webhook-round.ts";

export interface DeliverWebhookDeps extends WebhookRoundDeps {
  readonly webhooks: Pick<WebhookStore, "get" | "update"> & ForgetWebhookDeps["webhooks"];
  readonly progress: Pick<WebhookProgressStore, "lease" | "advance" | "release" | "replayed" | "settle">;
  readonly webhookLog: WebhookRoundDeps["webhookLog"] & ForgetWebhookDeps["webhookLog"];
  readonly webhookQueue: WebhookQueue;
}

/** Nothing is begun after it: others wait for the worker. */
const BEGINS_FOR_MS = 20_000;
/** A backstop: a turn ends because there is nothing more, or for want of time. */
const MAX_TURNS = 100;
/** A message may come late; then the sweep sends another one. */
const GRACE_MS = 60_000;

/**
 * Sends to one webhook what it is to get. A worker that finds the lease taken may go: its holder looks once more after giving it back, so
 * that nothing is left behind that was there when somebody asked.
 */
export async function deliverWebhook(deps: DeliverWebhookDeps, message: WebhookMessage): Promise<void> {
  const { clock, webhookQueue } = deps;
  const endsAt = clock.now() + BEGINS_FOR_MS;
  for (let turns = 0; turns < MAX_TURNS && clock.now() < endsAt; turns++)
    if (!(await mayHaveMore(deps, message, endsAt))) return;
  await webhookQueue.enqueue(message);
}

/** One turn under the lease. */
async function mayHaveMore(deps: DeliverWebhookDeps, message: WebhookMessage, endsAt: number): Promise<boolean> {
  const { owner, webhookId } = message;
  const webhook = await deps.webhooks.get(owner, webhookId);
  if (webhook === undefined) return forgetWebhook(deps, message, endsAt);
  if (!webhook.isEnabled) {
    await deps.progress.settle(webhookId, false);
    // Somebody may have made it due meanwhile, by enabling or deleting it, and the settling has undone that.
    return (await deps.webhooks.get(owner, webhookId))?.isEnabled !== false;
  }
  const lease = await deps.progress.lease(owner, webhookId, () => startOver(deps, webhook));
  if (lease === undefined) return false;
  const turn: Turn = { webhook, lease, endsAt, progress: lease.progress, replay: lease.replay };
  if ((await workOff(deps, turn)) === "lost") return false;
  const { isWoken, replay } = await release(deps, turn, message);
  // The worker that was called then found the lease taken.
  if (isWoken) return true;
  // The next message after the back-off finds what came meanwhile.
  return !backsOff(turn.progress, deps.clock.now()) && hasMore(deps, turn, replay);
}

/** Its progress is lost, or it came back from a backup: it goes on with the newest event, and has those before by a replay. */
async function startOver({ feed }: DeliverWebhookDeps, { owner }: Webhook): Promise<number> {
  return Math.max(0, (await feed.head(owner)) - 1);
}

/** Rounds until there is nothing to do, or no time; a change of the webhook ends them. */
async function workOff(deps: DeliverWebhookDeps, turn: Turn): Promise<"lost" | "over"> {
  const { owner, id, updatedAt } = turn.webhook;
  while (deps.clock.now() < turn.endsAt) {
    const { tries, end } = await webhookRound(deps, turn);
    const reason = reasonToDisable(turn.progress.failingSinceMs, tries);
    if (reason !== undefined) await disable(deps, turn.webhook, reason);
    if (end === "lost") return "lost";
    if (end !== "more" || reason !== undefined) return "over";
    const webhook = await deps.webhooks.get(owner, id);
    if (webhook?.updatedAt !== updatedAt) return "over";
  }
  return "over";
}

/** Unless its owner has given it another address meanwhile. */
async function disable({ webhooks, clock }: DeliverWebhookDeps, { owner, id, url }: Webhook, reason: string) {
  await webhooks.update(owner, id, (known) =>
    known.isEnabled && known.url === url
      ? { ...known, isEnabled: false, disabledReason: reason, updatedAt: new Date(clock.now()).toISOString() }
      : known,
  );
}

/** Gives the lease back, and sees to it that somebody comes for the earliest pending try, or when the backoff is over. */
async function release(deps: DeliverWebhookDeps, turn: Turn, message: WebhookMessage): Promise<Released> {
  const { progress, clock, webhookQueue } = deps;
  const now = clock.now();
  const wake = await nextWake(deps, turn, now);
  const wakesAtMs = wake.messageAtMs ?? turn.progress.wakesAtMs;
  const released = await progress.release(turn.lease, { ...turn.progress, wakesAtMs }, wake.lookAtMs);
  if (wake.messageAtMs !== undefined) await webhookQueue.enqueue(message, (wake.messageAtMs - now) / 1000);
  return released;
}

async function nextWake({ webhookLog }: DeliverWebhookDeps, { webhook, progress }: Turn, now: number): Promise<Wake> {
  // Messages that come before find no lease to be had.
  if (backsOff(progress, now)) return wakeAt(progress.backsOffUntilMs ?? now, now);
  const page = await webhookLog.due(webhook.id, now, 1);
  const dueMs = page.deliveries[0]?.atMs ?? page.nextDueMs;
  return dueMs === undefined ? {} : wakeAt(dueMs, now, progress.wakesAtMs);
}

interface Wake {
  /** When the sweep looks. */
  readonly lookAtMs?: number;
  /** Absent when no message is needed. */
  readonly messageAtMs?: number;
}

/** One message is enough for all that is due about then: the worker that it calls sees to the next one. */
function wakeAt(dueMs: number, nowMs: number, knownMs = 0): Wake {
  const seconds = Math.ceil((dueMs - nowMs) / 1000);
  const messageAtMs = nowMs + seconds * 1000;
  if (seconds <= 0) return { lookAtMs: nowMs + GRACE_MS };
  if (messageAtMs - nowMs > MAX_DELAY_SECONDS * 1000) return { lookAtMs: dueMs };
  const lookAtMs = messageAtMs + GRACE_MS;
  return knownMs > nowMs && knownMs <= messageAtMs ? { lookAtMs } : { lookAtMs, messageAtMs };
}

/** Looks for what came while the lease was held, events or a deletion: the workers that came for it have gone. */
async function hasMore(
  { webhooks, webhookLog, feed, clock }: DeliverWebhookDeps,
  { webhook, progress }: Turn,
  replay: WebhookReplay | undefined,
): Promise<boolean> {
  if ((await webhooks.get(webhook.owner, webhook.id)) === undefined) return true;
  if (replay !== undefined || (await feed.head(webhook.owner)) > progress.position) return true;
  return (await webhookLog.due(webhook.id, clock.now(), 1)).deliveries.length > 0;
}
