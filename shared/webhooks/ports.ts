import type { Owner } from "../kernel/owner.ts";
import type { Expected } from "../kernel/revision.ts";
import type { WebhookMessage } from "./contract/messages.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import type { Stall } from "./domain/stall.ts";
import type { Webhook, WebhookWrite } from "./domain/webhook.ts";
import type { DeliveryStatus, WebhookDelivery } from "./domain/webhook-delivery.ts";

/** One of an owner's webhooks. */
export interface WebhookAddress {
  readonly owner: Owner;
  readonly id: string;
}

/** One that somebody changes who may say which revision it still has. */
export interface ChangedWebhook extends WebhookAddress {
  readonly expected?: Expected | undefined;
}

/** The owners' webhooks. Strongly consistent. */
export interface WebhookStore {
  list(owner: Owner): Promise<readonly Webhook[]>;
  get(owner: Owner, id: string): Promise<Webhook | undefined>;
  /** Undefined when the owner has as many as may be (D40c). Of two that come for the last place one gets it. */
  create(webhook: WebhookWrite): Promise<Webhook | undefined>;
  /**
   * Replaces all that its owner sets, on the condition that it is as `known` was read; undefined when it is gone; repeats when it changed.
   * What `change` throws ends it, and nothing is written.
   */
  update(owner: Owner, id: string, change: (known: Webhook) => WebhookWrite): Promise<Webhook | undefined>;
  /**
   * Notes that the webhook's log is to be erased, with the deletion itself. False when there is no such webhook. Throws
   * OtherRevisionError.
   */
  remove(owner: Owner, id: string, expected?: Expected): Promise<boolean>;
  /** The log is erased: nothing says any longer that the webhook ever was. */
  forget(owner: Owner, id: string): Promise<void>;
}

/** How far a webhook has come. */
export interface WebhookProgress extends Stall {
  /** Every event up to this position of the feed has had its first try. */
  readonly position: number;
  /** Since when no try has succeeded, in epoch milliseconds; absent when the last one did. */
  readonly failingSinceMs?: number | undefined;
  /** When the earliest message comes that was delayed for a pending try. */
  readonly wakesAtMs?: number | undefined;
}

/** The right to send to a webhook, held by one process at a time and lost when its time is over. */
export interface WebhookLease {
  readonly webhookId: string;
  readonly token: string;
  readonly progress: WebhookProgress;
  readonly replay?: WebhookReplay | undefined;
}

/** What came while somebody held a lease, as of its end. */
export interface Released {
  readonly replay?: WebhookReplay | undefined;
  /** The webhook was woken, and the next lease is free of the back-off: nobody else may come for it. */
  readonly isWoken: boolean;
}

/** An event's newest try that was made. */
export interface LastTry {
  readonly attempt: number;
  readonly atMs: number;
  /** When the next one is due. */
  readonly pendingAtMs?: number | undefined;
}

/** A try that was made, for the log. */
export interface TryNote {
  readonly made: WebhookDelivery;
  readonly next?: WebhookDelivery | undefined;
  /** When the pending try was due that this one stands for; absent for an event without one. */
  readonly pendingAtMs?: number | undefined;
}

export interface DeliveryPage {
  /** Newest first; pending ones, which lie in the future, come before all others. */
  readonly deliveries: readonly WebhookDelivery[];
  /** Absent on the last page. */
  readonly next?: string | undefined;
}

export interface DeliveryQuery {
  readonly status?: DeliveryStatus | undefined;
  readonly limit: number;
  /** `next` of the page before. */
  readonly from?: string | undefined;
}

/** How far webhooks have come. Strongly consistent but for `overdue`. */
export interface WebhookProgressStore {
  /** Begins, or goes on, behind this position of the feed: what came before it is not sent. Takes the lease from its holder. */
  start(webhookId: string, position: number): Promise<void>;
  /**
   * Undefined while somebody else holds it, and while the webhook is backed off from and nobody has woken it: a message comes when that is
   * over. A lease ends the back-off. The sweep finds the webhook when the lease's time is over. A webhook whose progress is lost begins
   * behind the position that `lost` answers; without it, there is no lease.
   */
  lease(owner: Owner, webhookId: string, lost?: () => Promise<number>): Promise<WebhookLease | undefined>;
  /** False when the lease is lost: nothing may be sent under it any more. */
  advance(lease: WebhookLease, progress: WebhookProgress): Promise<boolean>;
  /** `lookAtMs`: when the sweep finds the webhook, unless somebody has leased it by then. */
  release(lease: WebhookLease, progress: WebhookProgress, lookAtMs?: number): Promise<Released>;
  /** Makes known that something is due now, also while somebody holds the lease: the sweep finds it, and whatever its holder writes, the next lease is free of the back-off. `lost`: as of a lease. */
  wake(webhookId: string, owner: Owner, lost?: () => Promise<number>): Promise<void>;
  /** The sweep finds it no longer: it is disabled. One that is gone is forgotten. */
  settle(webhookId: string, isGone: boolean): Promise<void>;
  /** Adds what is to be sent again to what is being replayed already. */
  replay(webhookId: string, range: { readonly position: number; readonly until: number }): Promise<void>;
  /** Everything up to `position` has been sent again, unless more was asked for meanwhile. */
  replayed(webhookId: string, known: WebhookReplay, position: number): Promise<void>;
  /** Webhooks with something due, for the sweep: `shard` counts from 0. */
  overdue(shard: number, nowMs: number, limit: number): Promise<readonly OverdueWebhook[]>;
  /** The sweep has sent a message for it, and looks again at this time. */
  postpone(overdue: OverdueWebhook, lookAtMs: number): Promise<void>;
}

/** The tries to post events to webhooks, made and pending: the log is the retries' home. Kept for 30 days. Strongly consistent but for `list`. */
export interface WebhookLog {
  /** Notes a try and the next one together. A try that is noted already stays as it is. */
  note(webhookId: string, note: TryNote): Promise<void>;
  /** Pending tries whose time has come, earliest first; and when the first of the others is due. */
  due(webhookId: string, nowMs: number, limit: number): Promise<DuePage>;
  /** Those of at most 100 events that have been tried. */
  tried(webhookId: string, eventIds: readonly string[]): Promise<ReadonlySet<string>>;
  last(webhookId: string, eventId: string): Promise<LastTry | undefined>;
  /** Puts a try on the list that is due at once, behind the event's last one, or moves the pending one forward. False: never tried. */
  retry(webhookId: string, eventId: string, nowMs: number): Promise<boolean>;
  list(webhookId: string, query: DeliveryQuery): Promise<DeliveryPage>;
  /** Erases a bounded part of the log; true while more is left. */
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
  /** The event as JSON, byte for byte as it is signed. */
  readonly body: string;
  /** Each signs: `whsec_` and base64. */
  readonly secrets: readonly string[];
}

/** The end of a request: an answer, or the cause why there is none. `postponed`: nobody was asked, and it is no try. */
export type WebhookAnswer =
  | { readonly kind: "answered"; readonly statusCode: number; readonly durationMs: number; readonly body: string }
  | { readonly kind: "unanswered"; readonly error: string; readonly durationMs: number }
  | { readonly kind: "postponed"; readonly error: string; readonly retryInSeconds: number };

/** Posts to a webhook as Standard Webhooks says (D40c). Never throws for anything that the receiver does. */
export interface WebhookSender {
  send(request: WebhookRequest): Promise<WebhookAnswer>;
}

export interface WebhookQueue {
  /** At most 900 seconds of delay. */
  enqueue(message: WebhookMessage, delaySeconds?: number): Promise<void>;
}
