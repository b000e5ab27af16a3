import { DeleteObjectCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import type { BlobStore } from "../../kernel/blob-store.ts";
import { callLimits } from "../call-limits.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 10_000;

export class S3BlobStore implements BlobStore {
  readonly #client = new S3Client({
    // Addresses in path style work with every endpoint, including the embedded one.
    forcePathStyle: true,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });
  readonly #bucket: string;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async put(key: string, bytes: Uint8Array): Promise<void> {
    await this.#client.send(
      new PutObjectCommand({ Bucket: this.#bucket, Key: key, Body: bytes, ContentLength: bytes.length }),
    );
  }

  async get(key: string): Promise<Uint8Array> {
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key }));
    if (Body === undefined) throw new Error(`no content under ${key}`);
    return Body.transformToByteArray();
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }
}
