import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { pack, unpack } from "../../aws/dynamo/content-codec.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { IdempotencyState, IdempotencyStore, IdempotentRequest, KeptAnswer } from "../ports.ts";

/** D24. */
const KEPT_SECONDS = 86_400;
/** Longer than a request may take (29 s): a holder of a key past this is dead. */
const LEASE_MS = 30_000;

const idempotencyItem = z.object({
  fingerprint: z.string(),
  reservedId: z.string(),
  leaseUntil: z.number(),
  answer: z
    .union([
      z.object({ statusCode: z.int(), body: z.string() }),
      z.object({ statusCode: z.int(), packed: z.instanceof(Uint8Array) }),
    ])
    .optional(),
});
type IdempotencyItem = z.output<typeof idempotencyItem>;

/** A batch's is long: as it is, it would cost a write unit a KB, and might not fit into an item. */
const MAX_PLAIN_CHARACTERS = 4000;

const storedAs = async ({ statusCode, body }: KeptAnswer) =>
  body.length <= MAX_PLAIN_CHARACTERS ? { statusCode, body } : { statusCode, packed: await pack(body) };

const answerIn = async (answer: NonNullable<IdempotencyItem["answer"]>): Promise<KeptAnswer> =>
  "body" in answer ? answer : { statusCode: answer.statusCode, body: z.string().parse(await unpack(answer.packed)) };

/** Owner and key hashed apart, so that no pair of them can read as another pair. */
const keyOf = ({ owner, key }: IdempotentRequest) => ({
  pk: `IDEM#${createHash("sha256")
    .update(JSON.stringify([owner, key]))
    .digest("hex")}`,
});

export class DynamoIdempotencyStore implements IdempotencyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #clock: Clock;

  constructor(client: DynamoDBDocumentClient, { table, clock }: { readonly table: string; readonly clock: Clock }) {
    this.#client = client;
    this.#table = table;
    this.#clock = clock;
  }

  async begin(request: IdempotentRequest, newId: string): Promise<IdempotencyState> {
    const now = this.#clock.now();
    const nowSeconds = Math.floor(now / 1000);
    const fresh = { fingerprint: request.fingerprint, reservedId: newId, leaseUntil: now + LEASE_MS };
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(request), ...fresh, ttl: nowSeconds + KEPT_SECONDS },
          // The table's own expiry may lag by hours.
          ConditionExpression: "attribute_not_exists(pk) OR #ttl < :now",
          ExpressionAttributeNames: { "#ttl": "ttl" },
          ExpressionAttributeValues: { ":now": nowSeconds },
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return { kind: "begun", reservedId: newId, isRepeat: false };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
      const kept = idempotencyItem.parse(unmarshall(error.Item));
      // Our own first try: it was written, its answer was lost on the way, and the client tried again.
      if (kept.reservedId === newId && kept.answer === undefined)
        return { kind: "begun", reservedId: newId, isRepeat: false };
      return this.#stateOf(request, kept);
    }
  }

  async finish(request: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    await this.#client.send(
      new UpdateCommand({
        TableName: this.#table,
        Key: keyOf(request),
        UpdateExpression: "SET answer = :answer",
        ConditionExpression: "fingerprint = :fingerprint",
        ExpressionAttributeValues: { ":answer": await storedAs(answer), ":fingerprint": request.fingerprint },
      }),
    );
  }

  async release(request: IdempotentRequest): Promise<void> {
    try {
      await this.#client.send(
        new DeleteCommand({
          TableName: this.#table,
          Key: keyOf(request),
          // A request that took over from us may have been accepted meanwhile; its answer stays.
          ConditionExpression: "fingerprint = :fingerprint AND attribute_not_exists(answer)",
          ExpressionAttributeValues: { ":fingerprint": request.fingerprint },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  async #stateOf(request: IdempotentRequest, kept: IdempotencyItem): Promise<IdempotencyState> {
    if (kept.fingerprint !== request.fingerprint) return { kind: "reused" };
    if (kept.answer) return { kind: "answered", answer: await answerIn(kept.answer) };
    if (kept.leaseUntil > this.#clock.now()) return { kind: "in-flight" };
    return (await this.#takeOver(request, kept))
      ? { kind: "begun", reservedId: kept.reservedId, isRepeat: true }
      : { kind: "in-flight" };
  }

  /** Of several that find a dead request's key, one goes on with it. */
  async #takeOver(request: IdempotentRequest, { leaseUntil }: IdempotencyItem): Promise<boolean> {
    try {
      await this.#client.send(
        new UpdateCommand({
          TableName: this.#table,
          Key: keyOf(request),
          UpdateExpression: "SET leaseUntil = :next",
          ConditionExpression: "leaseUntil = :seen AND attribute_not_exists(answer)",
          ExpressionAttributeValues: { ":next": this.#clock.now() + LEASE_MS, ":seen": leaseUntil },
        }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }
}
