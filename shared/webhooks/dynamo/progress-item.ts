import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";
import type { WebhookReplay } from "../domain/replay.ts";
import { type OverdueWebhook, type Released, WEBHOOK_SHARDS, type WebhookProgress } from "../ports.ts";

const PREFIX = "W#";

export const webhookPartition = (webhookId: string): string => `${PREFIX}${webhookId}`;
export const stateKey = (webhookId: string) => ({ pk: webhookPartition(webhookId), sk: "STATE" });

const replay = z.object({ position: z.int(), until: z.int(), requestedAtMs: z.number() });

export const stateItem = z.object({
  feedPosition: z.int(),
  failingSinceMs: z.number().optional(),
  wakesAtMs: z.number().optional(),
  stalledRounds: z.int().optional(),
  backsOffUntilMs: z.number().optional(),
  requestsAtOnce: z.int().optional(),
  /** True when the webhook was woken since the last lease began. */
  isWoken: z.boolean().optional(),
  leaseToken: z.string().optional(),
  leaseUntilMs: z.number().optional(),
  replay: replay.optional(),
});

export const progressOf = (item: z.output<typeof stateItem>): WebhookProgress => ({
  position: item.feedPosition,
  ...(item.failingSinceMs !== undefined && { failingSinceMs: item.failingSinceMs }),
  ...(item.wakesAtMs !== undefined && { wakesAtMs: item.wakesAtMs }),
  ...(item.stalledRounds !== undefined && { stalledRounds: item.stalledRounds }),
  ...(item.backsOffUntilMs !== undefined && { backsOffUntilMs: item.backsOffUntilMs }),
  ...(item.requestsAtOnce !== undefined && { requestsAtOnce: item.requestsAtOnce }),
});

export const replayOf = (item: unknown): WebhookReplay | undefined => stateItem.parse(item).replay;

/** Reads from the item what happened while the lease was held; nothing when the webhook is gone. */
export function releasedOf(item: unknown): Released {
  if (item === undefined) return { isWoken: false };
  const { replay, isWoken = false } = stateItem.parse(item);
  return { isWoken, ...(replay && { replay }) };
}

/** The attributes of an item that hold a webhook's progress. An update removes those that are undefined. */
export const progressAttributes = ({ position, ...rest }: WebhookProgress) => ({
  feedPosition: position,
  failingSinceMs: rest.failingSinceMs,
  wakesAtMs: rest.wakesAtMs,
  stalledRounds: rest.stalledRounds,
  backsOffUntilMs: rest.backsOffUntilMs,
  requestsAtOnce: rest.requestsAtOnce,
});

const shardName = (shard: number): string => `S#${shard}`;
/** Returns the shard of a webhook. The ends of ids are random, which spreads webhooks evenly. */
const shardOf = (webhookId: string): number => Number.parseInt(webhookId.slice(-2), 16) % WEBHOOK_SHARDS;

/** The attributes by which the index `due` has the webhook. An update removes undefined ones; then the sweep does not find the webhook. */
export const lookAttributes = (webhookId: string, lookAtMs: number | undefined) => ({
  dueShard: lookAtMs === undefined ? undefined : shardName(shardOf(webhookId)),
  dueAt: lookAtMs,
});

export const overdueKey = (shard: number): string => shardName(shard);

const overdueEntry = z.object({ pk: z.string(), ownerSub, dueAt: z.number() });

export function overdueOf(entry: unknown): OverdueWebhook {
  const { pk, ownerSub: owner, dueAt } = overdueEntry.parse(entry);
  return { owner, webhookId: pk.slice(PREFIX.length), dueAtMs: dueAt };
}

/** Makes the expressions of an update that sets the given attributes and removes the undefined ones. */
export function changeOf(attributes: Readonly<Record<string, unknown>>) {
  const names = Object.keys(attributes);
  const set = names.filter((name) => attributes[name] !== undefined);
  const removed = names.filter((name) => attributes[name] === undefined);
  const clauses = [
    ...(set.length > 0 ? [`SET ${set.map((name) => `#${name} = :${name}`).join(", ")}`] : []),
    ...(removed.length > 0 ? [`REMOVE ${removed.map((name) => `#${name}`).join(", ")}`] : []),
  ];
  return {
    UpdateExpression: clauses.join(" "),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(set.map((name) => [`:${name}`, attributes[name]])),
  };
}
