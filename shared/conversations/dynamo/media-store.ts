import {
  type DynamoDBDocumentClient,
  PutCommand,
  UpdateCommand,
  type UpdateCommandInput,
  type UpdateCommandOutput,
} from "@aws-sdk/lib-dynamodb";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { MediaUpload } from "../../chat/domain/media-upload.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { MediaRetrieval, MediaStore, MessageKey, RetrievalLease, RetrievalOutcome } from "../ports.ts";
import { messagesOf, pointerItem, pointerKey } from "./conversation-item.ts";
import { fromRetrievalItem, fromUploadItem, toStoredMedia, toUploadItem, uploadKey } from "./media-item.ts";

const isAt = "media.#state = :retrieving AND retrievalAttempts = :attempt";
const isAbandoned = "(media.#state = :retrieving AND retrievalLease < :now)";

type Change = Pick<UpdateCommandInput, "UpdateExpression" | "ConditionExpression" | "ExpressionAttributeValues">;

/** Stores uploads by owner, and the copying of customers' media in attributes of the message's own item. */
export class DynamoMediaStore implements MediaStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  async addUpload(upload: MediaUpload): Promise<void> {
    await this.#client.send(new PutCommand({ TableName: this.#table, Item: toUploadItem(upload) }));
  }

  async findUpload(owner: Owner, mediaId: string): Promise<MediaUpload | undefined> {
    const item = await this.#read(uploadKey(owner, mediaId));
    return item && fromUploadItem(item);
  }

  async findRetrieval(message: MessageKey): Promise<MediaRetrieval | undefined> {
    const key = await this.#keyOf(message);
    const item = key && (await this.#read(key));
    return item && fromRetrievalItem(item);
  }

  async requestRetrieval(message: MessageKey, { nowMs, leaseUntilMs }: RetrievalLease): Promise<number | undefined> {
    const changed = await this.#change(message, {
      UpdateExpression:
        "SET media.#state = :retrieving, retrievalLease = :lease, retrievalAttempts = if_not_exists(retrievalAttempts, :zero)",
      ConditionExpression: `media.#state = :pending OR ${isAbandoned}`,
      ExpressionAttributeValues: {
        ":pending": "pending",
        ":retrieving": "retrieving",
        ":now": nowMs,
        ":lease": leaseUntilMs,
        ":zero": 0,
      },
    });
    const retrieval = changed && fromRetrievalItem(changed.Attributes);
    return retrieval && retrieval.attempts + 1;
  }

  async beginAttempt(message: MessageKey, attempt: number, leaseUntilMs: number): Promise<boolean> {
    const changed = await this.#change(message, {
      UpdateExpression: "SET retrievalAttempts = :next, retrievalLease = :lease",
      ConditionExpression: isAt,
      ExpressionAttributeValues: {
        ":retrieving": "retrieving",
        ":attempt": attempt - 1,
        ":next": attempt,
        ":lease": leaseUntilMs,
      },
    });
    return changed !== undefined;
  }

  async finishAttempt(message: MessageKey, attempt: number, outcome: RetrievalOutcome): Promise<boolean> {
    const { set, values } = effectOf(outcome);
    const changed = await this.#change(message, {
      UpdateExpression: `SET media.#state = :to${set}`,
      ConditionExpression: isAt,
      ExpressionAttributeValues: { ":retrieving": "retrieving", ":attempt": attempt, ":to": outcome.to, ...values },
    });
    return changed !== undefined;
  }

  async expire(message: MessageKey): Promise<void> {
    await this.#change(message, {
      UpdateExpression: "SET media.#state = :expired",
      ConditionExpression: "attribute_exists(media.#state) AND media.#state <> :available",
      ExpressionAttributeValues: { ":expired": "expired", ":available": "available" },
    });
  }

  async #change(message: MessageKey, change: Change): Promise<UpdateCommandOutput | undefined> {
    const key = await this.#keyOf(message);
    if (key === undefined) return undefined;
    const update = new UpdateCommand({
      TableName: this.#table,
      Key: key,
      ...change,
      ExpressionAttributeNames: { "#state": "state" },
      ReturnValues: "ALL_NEW",
    });
    return undefinedIfConditionFailed(this.#client.send(update));
  }

  async #keyOf({ conversationId, messageId }: MessageKey): Promise<{ pk: string; sk: string } | undefined> {
    const item = await this.#read(pointerKey(messageId));
    const pointer = item && pointerItem.parse(item);
    if (pointer?.conversationId !== conversationId) return undefined;
    return { pk: messagesOf(conversationId), sk: pointer.messageSk };
  }

  #read(key: { pk: string; sk: string }): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#table, Key: key });
  }
}

interface Effect {
  readonly set: string;
  readonly values: Readonly<Record<string, unknown>>;
}

/** Returns the attributes that each outcome sets. An owner's erasure removes the object `mediaKey` from the bucket. */
function effectOf(outcome: RetrievalOutcome): Effect {
  if (outcome.to === "retrieving")
    return { set: ", retrievalLease = :lease", values: { ":lease": outcome.leaseUntilMs } };
  if (outcome.to !== "available") return { set: "", values: {} };
  const stored = toStoredMedia(outcome.stored);
  return { set: ", storedMedia = :stored, mediaKey = :key", values: { ":stored": stored, ":key": stored.objectKey } };
}
