import { WEBHOOK_LEASE_MS } from "../../shared/webhooks/domain/lease.ts";
import { addedReplay, type WebhookReplay } from "../../shared/webhooks/domain/replay.ts";
import { backsOff } from "../../shared/webhooks/domain/stall.ts";
import { WEBHOOK_SHARDS, type WebhookProgress, type WebhookProgressStore } from "../../shared/webhooks/ports.ts";

interface State {
  progress: WebhookProgress;
  lease?: { token: string; untilMs: number } | undefined;
  replay?: WebhookReplay | undefined;
  isWoken?: boolean;
  owner?: Parameters<WebhookProgressStore["wake"]>[1];
  lookAtMs?: number | undefined;
}

const copy = ({ position, failingSinceMs, wakesAtMs, ...rest }: WebhookProgress): WebhookProgress => ({
  position,
  ...(rest.stalledRounds !== undefined && { stalledRounds: rest.stalledRounds }),
  ...(rest.backsOffUntilMs !== undefined && { backsOffUntilMs: rest.backsOffUntilMs }),
  ...(rest.requestsAtOnce !== undefined && { requestsAtOnce: rest.requestsAtOnce }),
  ...(failingSinceMs !== undefined && { failingSinceMs }),
  ...(wakesAtMs !== undefined && { wakesAtMs }),
});

const isSame = (one: WebhookReplay | undefined, other: WebhookReplay | undefined): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** A double in memory that passes the same contract test as the DynamoDB adapter (test/contract/ports/webhook-progress.test.ts). */
export function inMemoryWebhookProgress(clock: { now(): number }): WebhookProgressStore {
  const states = new Map<string, State>();
  let tokens = 0;
  const isFree = ({ lease }: State): boolean => lease === undefined || lease.untilMs < clock.now();
  async function beginAgain(webhookId: string, lost?: () => Promise<number>): Promise<void> {
    if (!lost || states.has(webhookId)) return;
    const position = await lost();
    if (!states.has(webhookId)) states.set(webhookId, { progress: { position } });
  }
  return {
    async start(webhookId, position) {
      const known = states.get(webhookId);
      if (known === undefined || known.progress.position < position)
        states.set(webhookId, { ...known, progress: { position }, lease: undefined });
    },
    async lease(owner, webhookId, lost) {
      await beginAgain(webhookId, lost);
      const state = states.get(webhookId);
      if (state === undefined || !isFree(state)) return undefined;
      if (backsOff(state.progress, clock.now()) && !state.isWoken) return undefined;
      const token = `token ${tokens++}`;
      const untilMs = clock.now() + WEBHOOK_LEASE_MS;
      const progress = copy({ ...state.progress, backsOffUntilMs: undefined });
      Object.assign(state, { owner, progress, isWoken: false, lease: { token, untilMs }, lookAtMs: untilMs + 1 });
      return { webhookId, token, progress: copy(state.progress), ...(state.replay && { replay: { ...state.replay } }) };
    },
    async advance({ webhookId, token }, progress) {
      const state = states.get(webhookId);
      if (state?.lease?.token !== token || isFree(state)) return false;
      state.progress = copy(progress);
      return true;
    },
    async release({ webhookId, token }, progress, lookAtMs) {
      const state = states.get(webhookId);
      if (state?.lease?.token === token) Object.assign(state, { progress: copy(progress), lease: undefined, lookAtMs });
      return { isWoken: state?.isWoken ?? false, ...(state?.replay && { replay: { ...state.replay } }) };
    },
    async wake(webhookId, owner, lost) {
      await beginAgain(webhookId, lost);
      const state = states.get(webhookId);
      if (state) Object.assign(state, { owner, isWoken: true, lookAtMs: clock.now() });
    },
    async settle(webhookId, isGone) {
      const state = states.get(webhookId);
      if (isGone) states.delete(webhookId);
      else if (state && isFree(state)) state.lookAtMs = undefined;
    },
    async replay(webhookId, range) {
      const state = states.get(webhookId);
      if (state) state.replay = addedReplay(state.replay, { ...range, requestedAtMs: clock.now() });
    },
    async replayed(webhookId, known, position) {
      const state = states.get(webhookId);
      if (!(state && isSame(state.replay, known))) return;
      state.replay = position >= known.until ? undefined : { ...known, position };
    },
    async overdue(shard, nowMs, limit) {
      const found = [...states].flatMap(([webhookId, { owner, lookAtMs }]) =>
        owner !== undefined && lookAtMs !== undefined && lookAtMs <= nowMs && shardOf(webhookId) === shard
          ? [{ owner, webhookId, dueAtMs: lookAtMs }]
          : [],
      );
      return found.toSorted((one, other) => one.dueAtMs - other.dueAtMs).slice(0, limit);
    },
    async postpone({ webhookId, dueAtMs }, lookAtMs) {
      const state = states.get(webhookId);
      if (state?.lookAtMs === dueAtMs) state.lookAtMs = lookAtMs;
    },
  };
}

const shardOf = (webhookId: string): number => Number.parseInt(webhookId.slice(-1), 16) % WEBHOOK_SHARDS;
