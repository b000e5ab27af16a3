import { createHash } from "node:crypto";
import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { pack, unpack } from "../../aws/dynamo/content-codec.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { MAX_PAYLOAD_BYTES } from "../../kernel/answer-size.ts";
import type { KeptAnswer } from "../ports.ts";

/** A larger answer, such as that of a batch, is compressed, because each KB costs a write unit. */
const MAX_PLAIN_BYTES = 4000;
/** An item holds at most 400 KB (Amazon DynamoDB Developer Guide, "Quotas"); the rest is for its other attributes. */
const MAX_PART_BYTES = 350_000;
/** An answer is never larger than Lambda's limit, and compressing can make it only a little longer. */
const MAX_PARTS = Math.ceil(MAX_PAYLOAD_BYTES / MAX_PART_BYTES) + 1;

const head = { statusCode: z.int(), etag: z.string().optional() };

/**
 * An answer in the item of its idempotency key: plain, compressed, or compressed in parts that are items of their own.
 */
export const storedAnswer = z.union([
  z.object({ ...head, body: z.string() }),
  z.object({ ...head, packed: z.instanceof(Uint8Array) }),
  z.object({ ...head, digest: z.string(), parts: z.int().max(MAX_PARTS) }),
]);
type StoredAnswer = z.output<typeof storedAnswer>;

const partItem = z.object({ packed: z.instanceof(Uint8Array) });

export interface AnswerPlace {
  /** The partition key of the item that holds the idempotency key. */
  readonly pk: string;
  /** The epoch second until which the answer is kept at least. */
  readonly ttl: number;
}

/** Stores answers of any size that Lambda allows and reads them back unchanged. */
export class KeptAnswers {
  readonly #client: DynamoDBDocumentClient;
  readonly #table: string;

  constructor(client: DynamoDBDocumentClient, table: string) {
    this.#client = client;
    this.#table = table;
  }

  /** Returns the attribute to store. The parts that it names are stored before it answers. */
  async toStored({ pk, ttl }: AnswerPlace, { body, statusCode, etag }: KeptAnswer): Promise<object> {
    const known = { statusCode, ...(etag !== undefined && { etag }) };
    if (Buffer.byteLength(body) <= MAX_PLAIN_BYTES) return { ...known, body };
    const packed = await pack(body);
    if (packed.length <= MAX_PART_BYTES) return { ...known, packed };
    // The parts are named by a hash of their content, so that two requests that run at the same time never mix their
    // parts.
    const digest = createHash("sha256").update(packed).digest("hex");
    const parts = Math.ceil(packed.length / MAX_PART_BYTES);
    if (parts > MAX_PARTS) throw new Error(`an answer of ${packed.length} bytes is too large to be kept`);
    for (let n = 0; n < parts; n++) {
      const part = packed.subarray(n * MAX_PART_BYTES, (n + 1) * MAX_PART_BYTES);
      const Item = { pk: partKey({ pk, digest, n }), packed: part, ttl };
      await this.#client.send(new PutCommand({ TableName: this.#table, Item }));
    }
    return { ...known, digest, parts };
  }

  async fromStored(pk: string, stored: StoredAnswer): Promise<KeptAnswer> {
    const { statusCode, etag } = stored;
    const known = { statusCode, ...(etag !== undefined && { etag }) };
    if ("body" in stored) return { ...known, body: stored.body };
    const packed = "packed" in stored ? stored.packed : await this.#parts(pk, stored);
    return { ...known, body: z.string().parse(await unpack(packed)) };
  }

  async #parts(pk: string, { digest, parts }: { readonly digest: string; readonly parts: number }) {
    const keys = Array.from({ length: parts }, (_, n) => ({ pk: partKey({ pk, digest, n }) }));
    const items = await Promise.all(
      keys.map((Key) => readItemConsistently(this.#client, { TableName: this.#table, Key })),
    );
    return Buffer.concat(items.map((item) => partItem.parse(item).packed));
  }
}

const partKey = ({ pk, digest, n }: { readonly pk: string; readonly digest: string; readonly n: number }): string =>
  `${pk}#${digest}#${n}`;
