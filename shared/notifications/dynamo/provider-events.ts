import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { LivingItems } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import { providerEventChange, type ReportedEvent } from "../domain/provider-status.ts";
import type { AppliedEvent, CorrelatedNotification, ProviderReference } from "../ports.ts";
import { updateOf } from "./lifecycle-update.ts";
import { notificationItem } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import { ProviderReferenceItems, providerReferenceItem } from "./provider-reference-items.ts";

/** The write is tried this often, because workers and other events may change the state between the read and the write. */
const MAX_TRIES = 10;

export interface ProviderEventsOptions {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  /** Returns the epoch second until which the items are kept that an event writes. */
  readonly ttl: () => number;
}

/** Applies the provider's events to notifications: it reads, decides, and writes on the condition that nothing changed since the read. */
export class ProviderEvents {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ProviderEventsOptions;
  readonly #references: ProviderReferenceItems;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: ProviderEventsOptions) {
    this.#client = client;
    this.#options = options;
    this.#references = new ProviderReferenceItems(client, options);
    this.#items = new LivingItems(client, options);
  }

  async apply(reference: ProviderReference, event: ReportedEvent): Promise<AppliedEvent | undefined> {
    const found = await this.#references.find(reference);
    if (found === undefined) return undefined;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const result = await this.#tryApply(found, event);
      if (result === "gone") return undefined;
      if (result !== "changed") return result;
    }
    throw new Error("a notification changes too often to apply an event");
  }

  async #tryApply(found: CorrelatedNotification, event: ReportedEvent): Promise<AppliedEvent | "gone" | "changed"> {
    const { table, clock, leaseMs, ttl } = this.#options;
    const address = { TableName: table, Key: stateKey(found) };
    const item = await this.#items.readConsistently(address.Key);
    if (item === undefined) return "gone";
    const seen = notificationItem.parse(item);
    const change = providerEventChange(seen, event, { nowMs: clock.now(), leaseMs });
    const trace = seen.traceId === undefined ? {} : { traceId: seen.traceId };
    const applied = { ...found, isAssignmentDue: seen.isAssignmentDue ?? seen.cloudMessageId === undefined, ...trace };
    if (change === undefined) return applied;
    // The id is stored first, because later events may name the message by the platform's id only.
    if (event.providerMessageId !== undefined && event.providerMessageId !== seen.providerMessageId)
      await this.#references.put(providerReferenceItem(event.providerMessageId, found, ttl()));
    const update = new UpdateCommand({ ...address, ...updateOf(change, found), ReturnValues: "UPDATED_NEW" });
    const written = await undefinedIfConditionFailed(this.#client.send(update));
    return written === undefined ? "changed" : applied;
  }
}
