import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import type { Breadth } from "./domain/requests-at-once.ts";
import type { Stall } from "./domain/stall.ts";
import type { Webhook, WebhookWrite } from "./domain/webhook.ts";
import type { DeliveryStatus, WebhookDelivery } from "./domain/webhook-delivery.ts";

/** It names one of an owner's webhooks. */
export interface WebhookAddress {
  readonly owner: Owner;
  readonly id: string;
}

/** A webhook to change, with the revision that the caller expects, if they named one. */
export interface ChangedWebhook extends WebhookAddress {
  readonly expected?: Expected | undefined;
}

/** The store holds the owners' webhooks and is strongly consistent. */
export interface WebhookStore {
  list(owner: Owner): Promise<readonly Webhook[]>;
  get(owner: Owner, id: string): Promise<Webhook | undefined>;
  /** Adds a webhook; undefined when the owner has as many as allowed (D40c), which is exact also with concurrent requests. */
  create(webhook: WebhookWrite): Promise<Webhook | undefined>;
  /**
   * It replaces what its owner sets, if nobody has changed the webhook since `known` was read, and else repeats; undefined when it is gone. What
   * `change` throws ends it, and nothing is written.
   */
  update(owner: Owner, id: string, change: (known: Webhook) => WebhookWrite): Promise<Webhook | undefined>;
  /** It deletes the webhook and notes that its log is to be erased. Returns false when there is no such webhook, and throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
  /** Removes the last item of a deleted webhook, after its log is erased. */
  forget(owner: Owner, id: string): Promise<void>;
}

/** How far a webhook has got in its owner's feed, and how its receiver does. */
export interface WebhookProgress extends Stall, Breadth {
  /** Every event up to this position of the feed has had its first try. */
  readonly position: number;
  /** The epoch millisecond since which no try has succeeded; absent when the last one did. */
  readonly failingSinceMs?: number | undefined;
  /** The time at which the earliest delayed queue message for a pending try arrives. */
  readonly wakesAtMs?: number | undefined;
}

/** A lease is the right to send to a webhook. One process holds it at a time, and loses it when its time is over. */
export interface WebhookLease {
  readonly webhookId: string;
  readonly token: string;
  readonly progress: WebhookProgress;
  readonly replay?: WebhookReplay | undefined;
}

/** What happened while the lease was held. */
export interface Released {
  readonly replay?: WebhookReplay | undefined;
  /** True when the webhook was woken during the lease. The workers that came have gone, and the next lease ignores the back-off. */
  readonly isWoken: boolean;
}

/** The newest try of an event that was made, pending ones left out. */
export interface LastTry {
  readonly attempt: number;
  readonly atMs: number;
  /** The time at which the next try is due. */
  readonly pendingAtMs?: number | undefined;
}

/** The log notes a try that was made. */
export interface TryNote {
  readonly made: WebhookDelivery;
  readonly next?: WebhookDelivery | undefined;
  /** The try replaces a pending one that was due at this time; it is absent for an event without one. */
  readonly pendingAtMs?: number | undefined;
}

export interface DeliveryPage {
  /** Newest first; pending tries lie in the future, so they come before all others. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Where the next page begins; absent on the last page. */
  readonly next?: string | undefined;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
  /** `next` of the page before. */
  readonly from?: string | undefined;
}

/** It keeps how far webhooks have come. All but `overdue` is strongly consistent. */
export interface WebhookProgressStore {
  /**
   * Makes the webhook begin behind this position of the feed, so that nothing before is sent. The lease's holder loses it. Does nothing when
   * the webhook has already come as far.
   */
  start(webhookId: string, position: number): Promise<void>;
  /**
   * It is undefined while somebody else holds the lease, and during a back-off unless somebody woke the webhook: a message comes when that is
   * over. A lease ends the back-off, and the sweep finds the webhook when the lease's time is over. A webhook whose progress is lost begins
   * behind the position that `lost` answers; without `lost`, it gets no lease.
   */
  lease(owner: Owner, webhookId: string, lost?: () => Promise<number>): Promise<WebhookLease | undefined>;
  /** Returns false when the lease is lost: nothing may be sent under it any more. */
  advance(lease: WebhookLease, progress: WebhookProgress): Promise<boolean>;
  /** Gives the lease back. The sweep finds the webhook at `lookAtMs`, unless it is leased by then. */
  release(lease: WebhookLease, progress: WebhookProgress, lookAtMs?: number): Promise<Released>;
  /** It makes the webhook due now, also while it is leased: the sweep finds it, and the next lease ignores the back-off. `lost` is a lease's. */
  wake(webhookId: string, owner: Owner, lost?: () => Promise<number>): Promise<void>;
  /** Makes the sweep no longer find a webhook that is disabled, and forgets one that is gone. */
  settle(webhookId: string, isGone: boolean): Promise<void>;
  /** It adds a range to what is being replayed already. */
  replay(webhookId: string, range: { readonly position: number; readonly until: number }): Promise<void>;
  /** Notes that a replay has sent everything up to `position`, unless more was requested meanwhile. */
  replayed(webhookId: string, known: WebhookReplay, position: number): Promise<void>;
  /** Lists webhooks with something due, for the sweep; `shard` counts from 0. */
  overdue(shard: number, nowMs: number, limit: number): Promise<readonly OverdueWebhook[]>;
  /** Sets the sweep's next look, after it has sent a message for the webhook. */
  postpone(overdue: OverdueWebhook, lookAtMs: number): Promise<void>;
}

/** The log holds the tries to post events to webhooks, made and pending, for 30 days. All but `list` is strongly consistent. */
export interface WebhookLog {
  /** It notes a try and the next one together. A try that is noted already stays as it is. */
  note(webhookId: string, note: TryNote): Promise<void>;
  /** Returns the pending tries that are due, earliest first, and when the next one is due. */
  due(webhookId: string, nowMs: number, limit: number): Promise<DuePage>;
  /** Returns which of at most 100 events have been tried. */
  tried(webhookId: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  last(webhookId: string, eventId: string): Promise<LastTry | undefined>;
  /** It makes a try due at once, behind the event's last one, or moves the pending one forward. Returns false if the event was never tried. */
  retry(webhookId: string, eventId: string, nowMs: number): Promise<boolean>;
  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  /** It erases a bounded part of the log, and returns true while more is left. */
  erase(webhookId: string): Promise<boolean>;
}

export const WEBHOOK_SHARDS = 4;

export interface OverdueWebhook extends WebhookMessage {
  readonly dueAtMs: number;
}

export interface DuePage {
  readonly deliveries: readonly WebhookDelivery[];
  readonly nextDueMs?: number | undefined;
}

/** One signed request; `webhook-id` and `body` are the same at every try of an event. */
export interface WebhookRequest {
  readonly owner: Owner;
  readonly url: string;
  readonly eventId: string;
  /** The event as JSON; the signature is over exactly these bytes. */
  readonly body: string;
  /** The secrets that sign, each `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** The result of a request: an answer, or the cause why there is none. `postponed` means that no request was made, so it is no try. */
export type WebhookAnswer =
  | { readonly kind: "answered"; readonly statusCode: number; readonly durationMs: number; readonly body: string }
  | { readonly kind: "unanswered"; readonly error: string; readonly durationMs: number }
  | { readonly kind: "postponed"; readonly error: string; readonly retryInSeconds: number };

/** It posts to a webhook as Standard Webhooks says (D40c). It never throws for anything that the receiver does. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

export interface WebhookQueue {
  /** The delay is at most 900 seconds. */
  enqueue(message: WebhookMessage, delaySeconds?: number): Promise<void>;
}
