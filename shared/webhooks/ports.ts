import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import type { Breadth } from "./domain/requests-at-once.ts";
import type { Stall } from "./domain/stall.ts";
import type { Webhook, WebhookWrite } from "./domain/webhook.ts";
import type { DeliveryStatus, WebhookDelivery } from "./domain/webhook-delivery.ts";

/** The owner and the id of a webhook. */
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
  /** Adds a webhook; undefined when the owner has as many as allowed (D40c). The limit holds also for requests at the same time. */
  create(webhook: WebhookWrite): Promise<Webhook | undefined>;
  /**
   * Writes the webhook that `change` returns; undefined when the webhook is gone. When somebody has changed the webhook since `known` was read,
   * it begins again. When `change` throws, nothing is written.
   */
  update(owner: Owner, id: string, change: (known: Webhook) => WebhookWrite): Promise<Webhook | undefined>;
  /** Deletes the webhook, and notes that its log must be erased; false when there is no such webhook. Throws OtherRevisionError. */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
  /** Removes the last item of a deleted webhook, after its log is erased. */
  forget(owner: Owner, id: string): Promise<void>;
}

/** The position that a webhook has reached in its owner's feed, and how its receiver has answered lately. */
export interface WebhookProgress extends Stall, Breadth {
  /** Every event up to this position of the feed has had its first try. */
  readonly position: number;
  /** The epoch millisecond since which no try has succeeded; absent when the last try succeeded. */
  readonly failingSinceMs?: number | undefined;
  /** The epoch millisecond at which the earliest delayed queue message for a pending try arrives. */
  readonly wakesAtMs?: number | undefined;
}

/** A lease is the right to send to a webhook. One process at a time holds it, and loses it after `WEBHOOK_LEASE_MS`. */
export interface WebhookLease {
  readonly webhookId: string;
  readonly token: string;
  readonly progress: WebhookProgress;
  readonly replay?: WebhookReplay | undefined;
}

/** The facts of what happened while the lease was held. */
export interface Released {
  readonly replay?: WebhookReplay | undefined;
  /**
   * True when the webhook was woken during the lease. The workers that were called for it have ended, and the next lease ignores the back-off.
   */
  readonly isWoken: boolean;
}

/** The newest finished try to deliver an event. A try that is still pending is not finished. */
export interface LastTry {
  readonly attempt: number;
  readonly atMs: number;
  /** The time at which the next try is due. */
  readonly pendingAtMs?: number | undefined;
}

/** A made try to note in the log, with the next one if it failed. */
export interface TryNote {
  readonly made: WebhookDelivery;
  readonly next?: WebhookDelivery | undefined;
  /** The time at which the pending try was due that the made try replaces; absent when there was none. */
  readonly pendingAtMs?: number | undefined;
}

export interface DeliveryPage {
  /** The tries, newest first. Pending tries lie in the future, so they come before all others. */
  readonly deliveries: readonly WebhookDelivery[];
  /** The place at which the next page begins; absent on the last page. */
  readonly next?: string | undefined;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
  /** The `next` of an earlier page. */
  readonly from?: string | undefined;
}

/** Stores the progress and the leases of webhooks. All methods but `overdue` are strongly consistent. */
export interface WebhookProgressStore {
  /**
   * Makes the webhook begin after this position of the feed, so that no earlier event is sent. A worker that holds the lease loses the lease.
   * Does nothing when the webhook has reached the position already.
   */
  start(webhookId: string, position: number): Promise<void>;
  /**
   * Takes the lease; undefined while another worker holds it, and during a back-off (a message comes at its end) unless the webhook was woken.
   * A lease ends the back-off, and the sweep finds the webhook when the lease's time is over. A webhook whose progress is lost begins after the
   * position that `lost` returns; without `lost`, it gets no lease.
   */
  lease(owner: Owner, webhookId: string, lost?: () => Promise<number>): Promise<WebhookLease | undefined>;
  /** Stores the progress; false when the lease is lost, so that nothing may be sent under it any more. */
  advance(lease: WebhookLease, progress: WebhookProgress): Promise<boolean>;
  /** Gives the lease back. The sweep finds the webhook at `lookAtMs`, unless it is leased by then. */
  release(lease: WebhookLease, progress: WebhookProgress, lookAtMs?: number): Promise<Released>;
  /** Makes the webhook due now, even while it is leased: the sweep finds it, and the next lease ignores the back-off. `lost` as for `lease`. */
  wake(webhookId: string, owner: Owner, lost?: () => Promise<number>): Promise<void>;
  /** Makes the sweep no longer find a disabled webhook, and removes the progress of a webhook that is gone. */
  settle(webhookId: string, isGone: boolean): Promise<void>;
  /** Adds a range of positions to the replay. */
  replay(webhookId: string, range: { readonly position: number; readonly until: number }): Promise<void>;
  /** Notes that a replay has sent everything up to `position`, unless more was requested meanwhile. */
  replayed(webhookId: string, known: WebhookReplay, position: number): Promise<void>;
  /** Lists webhooks with something due, for the sweep; `shard` counts from 0. */
  overdue(shard: number, nowMs: number, limit: number): Promise<readonly OverdueWebhook[]>;
  /** Sets the sweep's next look, after it has sent a message for the webhook. */
  postpone(overdue: OverdueWebhook, lookAtMs: number): Promise<void>;
}

/** The log keeps made and pending tries to post events to webhooks for 30 days. All methods but `list` are strongly consistent. */
export interface WebhookLog {
  /** Stores a made try together with the next pending one. A made try that is stored already stays as it is. */
  note(webhookId: string, note: TryNote): Promise<void>;
  /** Returns the pending tries that are due, earliest first, and the time at which the next pending one is due. */
  due(webhookId: string, nowMs: number, limit: number): Promise<DuePage>;
  /** Returns which of at most 100 events have been tried. */
  tried(webhookId: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  last(webhookId: string, eventId: string): Promise<LastTry | undefined>;
  /** Adds a try of the event that is due at once, or moves the pending try to now. Returns false if the event was never tried. */
  retry(webhookId: string, eventId: string, nowMs: number): Promise<boolean>;
  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  /** Erases a part of the log, and returns true while more is left. */
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

/** A request to sign and send. The header `webhook-id` and `body` are the same at every try of an event. */
export interface WebhookRequest {
  readonly owner: Owner;
  readonly url: string;
  readonly eventId: string;
  /** The event as JSON; the signature is over exactly these bytes. */
  readonly body: string;
  /** The secrets that sign, each `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** The result of a request: an answer, or the error without one. `postponed` means that no request was made, so it counts as no try. */
export type WebhookAnswer =
  | { readonly kind: "answered"; readonly statusCode: number; readonly durationMs: number; readonly body: string }
  | { readonly kind: "unanswered"; readonly error: string; readonly durationMs: number }
  | { readonly kind: "postponed"; readonly error: string; readonly retryInSeconds: number };

/** Posts to a webhook by the specification Standard Webhooks (D40c). It never throws because of anything that the receiver does. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

export interface WebhookQueue {
  /** The delay is at most 900 seconds. */
  enqueue(message: WebhookMessage, delaySeconds?: number): Promise<void>;
}
