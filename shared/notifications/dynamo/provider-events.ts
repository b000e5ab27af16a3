import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import type {
  AppliedEvent,
  CorrelatedNotification,
  ProviderNews,
  ProviderReference,
} from "../ports/notification-store.ts";
import { notificationItem } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import { providerEventUpdate } from "./provider-event-update.ts";
import { ProviderReferenceItems } from "./provider-reference-items.ts";

/** A worker's claim and record, and a handful of events, may come in between. */
const MAX_TRIES = 10;

export interface ProviderEventsOptions {
  readonly table: string;
  readonly clock: Clock;
  /** Epoch second until which what is written is kept. */
  readonly ttl: () => number;
}

/** Applies the provider's events to the states of notifications: read, decide, write on the condition of what was read. */
export class ProviderEvents {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: ProviderEventsOptions;
  readonly #references: ProviderReferenceItems;

  constructor(client: DynamoDBDocumentClient, options: ProviderEventsOptions) {
    this.#client = client;
    this.#options = options;
    this.#references = new ProviderReferenceItems(client, options.table);
  }

  async apply(reference: ProviderReference, news: ProviderNews): Promise<AppliedEvent | undefined> {
    const found = await this.#references.find(reference);
    if (found === undefined) return undefined;
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const result = await this.#tryApply(found, news);
      if (result === "gone") return undefined;
      if (result !== "changed") return result;
    }
    throw new Error("a notification changes too often to apply an event");
  }

  async #tryApply(found: CorrelatedNotification, news: ProviderNews): Promise<AppliedEvent | "gone" | "changed"> {
    const { table, clock, ttl } = this.#options;
    const address = { TableName: table, Key: stateKey(found) };
    const item = await readItemConsistently(this.#client, address);
    if (item === undefined) return "gone";
    const seen = notificationItem.parse(item);
    const update = providerEventUpdate(seen, news, clock.now());
    const applied = { ...found, isHoldDue: seen.isHoldDue ?? seen.cloudMessageId === undefined };
    if (update === undefined) return applied;
    // The way back first: later events may name the message by the platform's id alone.
    if (news.providerMessageId !== undefined && news.providerMessageId !== seen.providerMessageId)
      await this.#references.put(news.providerMessageId, found, ttl());
    const written = await undefinedIfConditionFailed(this.#client.send(new UpdateCommand({ ...address, ...update })));
    return written === undefined ? "changed" : applied;
  }
}
