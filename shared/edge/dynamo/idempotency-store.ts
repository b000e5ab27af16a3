import { createHash } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { DeleteCommand, type DynamoDBDocumentClient, PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import * as z from "zod";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import { isSealed } from "../../kernel/secrets/sealed-text.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import type { HeldKey, IdempotencyState, IdempotencyStore, IdempotentRequest, KeptAnswer } from "../ports.ts";
import { KeptAnswers, storedAnswer } from "./kept-answers.ts";

/** A key is remembered for 24 hours (D24). */
const KEPT_SECONDS = 86_400;
/** A request takes at most 29 s, so after this time the process that reserved a key is dead. */
export const REQUEST_LEASE_MS = 30_000;

const idempotencyItem = z.object({
  fingerprint: z.string(),
  reservedId: z.string(),
  leaseUntil: z.number(),
  sealed: z.custom<Sealed>(isSealed).optional(),
  answer: storedAnswer.optional(),
});
type IdempotencyItem = z.output<typeof idempotencyItem>;

/** Owner and key are hashed as a JSON list, so that no two pairs are confused. */
const keyOf = ({ owner, key }: IdempotentRequest) => ({
  pk: `IDEM#${createHash("sha256")
    .update(JSON.stringify([owner, key]))
    .digest("hex")}`,
});

const itemIn = ({ Item }: ConditionalCheckFailedException): IdempotencyItem | undefined =>
  Item && idempotencyItem.parse(unmarshall(Item));

export interface IdempotencyStoreOptions {
  readonly table: string;
  /** Says until when a key is remembered. */
  readonly clock: Clock;
  /** Says when the lease of a request ends; by default the same clock. */
  readonly realClock?: Clock;
}

export class DynamoIdempotencyStore implements IdempotencyStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #clock: Clock;
  readonly #realClock: Clock;
  readonly #answers: KeptAnswers;

  constructor(client: DynamoDBDocumentClient, { table, clock, realClock = clock }: IdempotencyStoreOptions) {
    this.#client = client;
    this.#table = table;
    this.#clock = clock;
    this.#realClock = realClock;
    this.#answers = new KeptAnswers(client, table);
  }

  async begin(request: IdempotentRequest, newId: string, sealed?: Sealed): Promise<IdempotencyState> {
    const nowSeconds = Math.floor(this.#clock.now() / 1000);
    const held = { reservedId: newId, leaseUntil: this.#realClock.now() + REQUEST_LEASE_MS };
    const fresh = { fingerprint: request.fingerprint, ...held, ...(sealed && { sealed }) };
    const begun = { kind: "begun", ...held, isRepeat: false, sealed } as const;
    try {
      await this.#client.send(
        new PutCommand({
          TableName: this.#table,
          Item: { ...keyOf(request), ...fresh, ttl: nowSeconds + KEPT_SECONDS },
          // The table deletes expired items hours late.
          ConditionExpression: "attribute_not_exists(pk) OR #ttl < :now",
          ExpressionAttributeNames: { "#ttl": "ttl" },
          ExpressionAttributeValues: { ":now": nowSeconds },
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return begun;
    } catch (error) {
      const kept = error instanceof ConditionalCheckFailedException ? itemIn(error) : undefined;
      if (kept === undefined) throw error;
      // The item is our own: the answer to the first write was lost, and the client repeated the write.
      if (kept.reservedId === newId && kept.answer === undefined) return begun;
      return this.#stateOf(request, kept);
    }
  }

  async finish(request: IdempotentRequest, answer: KeptAnswer): Promise<KeptAnswer> {
    const ttl = Math.floor(this.#clock.now() / 1000) + KEPT_SECONDS;
    const stored = await this.#answers.toStored({ ...keyOf(request), ttl }, answer);
    const keep = new UpdateCommand({
      TableName: this.#table,
      Key: keyOf(request),
      UpdateExpression: "SET answer = :answer",
      ConditionExpression: "fingerprint = :fingerprint AND attribute_not_exists(answer)",
      ExpressionAttributeValues: { ":answer": stored, ":fingerprint": request.fingerprint },
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      await this.#client.send(keep);
      return answer;
    } catch (error) {
      const first = error instanceof ConditionalCheckFailedException ? itemIn(error) : undefined;
      if (first?.answer === undefined || first.fingerprint !== request.fingerprint) throw error;
      return this.#answers.fromStored(keyOf(request).pk, first.answer);
    }
  }

  async release(request: IdempotentRequest, { reservedId, leaseUntil }: HeldKey): Promise<void> {
    try {
      await this.#client.send(
        new DeleteCommand({
          TableName: this.#table,
          Key: keyOf(request),
          // Another request may have taken the key over and been accepted meanwhile; the key then stays.
          ConditionExpression: "reservedId = :id AND leaseUntil = :until AND attribute_not_exists(answer)",
          ExpressionAttributeValues: { ":id": reservedId, ":until": leaseUntil },
        }),
      );
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }

  async #stateOf(request: IdempotentRequest, kept: IdempotencyItem): Promise<IdempotencyState> {
    if (kept.fingerprint !== request.fingerprint) return { kind: "reused" };
    const { sealed, reservedId } = kept;
    if (kept.answer)
      return { kind: "answered", answer: await this.#answers.fromStored(keyOf(request).pk, kept.answer), sealed };
    const inFlight = { kind: "in-flight", reservedId } as const;
    if (kept.leaseUntil > this.#realClock.now()) return inFlight;
    const leaseUntil = await this.#takeOver(request, kept);
    return leaseUntil === undefined ? inFlight : { kind: "begun", reservedId, leaseUntil, isRepeat: true, sealed };
  }

  /** Takes over the key of a request that died, under a new lease. Of several requests that try this, exactly one succeeds. */
  async #takeOver(request: IdempotentRequest, { leaseUntil: seen }: IdempotencyItem): Promise<number | undefined> {
    const leaseUntil = this.#realClock.now() + REQUEST_LEASE_MS;
    const take = new UpdateCommand({
      TableName: this.#table,
      Key: keyOf(request),
      UpdateExpression: "SET leaseUntil = :next",
      ConditionExpression: "leaseUntil = :seen AND attribute_not_exists(answer)",
      ExpressionAttributeValues: { ":next": leaseUntil, ":seen": seen },
    });
    return (await undefinedIfConditionFailed(this.#client.send(take))) && leaseUntil;
  }
}
