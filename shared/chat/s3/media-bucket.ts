import { DeleteObjectCommand, HeadObjectCommand, ListObjectsV2Command, S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "../../aws/call-limits.ts";
import { PartWriter } from "../../aws/s3/part-writer.ts";
import type { NewObject, ObjectWriter } from "../../kernel/object-writer.ts";
import type { FoundObject, MediaBucket } from "../ports/media-bucket.ts";

const CONNECT_TIMEOUT_MS = 1000;
/** A request for one part of a file, or a small one, may take this long. */
const REQUEST_TIMEOUT_MS = 15_000;

/** The storage's region is a setting of its own, because it has to be the business account's region (P-media-copy). */
export const mediaBucketClient = (region: string): S3Client =>
  new S3Client({
    region,
    forcePathStyle: true,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });

export class S3MediaBucket implements MediaBucket {
  readonly name: string;
  readonly #client: S3Client;

  constructor(client: S3Client, name: string) {
    this.#client = client;
    this.name = name;
  }

  open(object: NewObject): ObjectWriter {
    return new PartWriter(this.#client, { bucket: this.name, ...object });
  }

  async find(prefix: string): Promise<FoundObject | undefined> {
    const { Contents = [] } = await this.#client.send(
      new ListObjectsV2Command({ Bucket: this.name, Prefix: prefix, MaxKeys: 1 }),
    );
    const [{ Key = undefined, Size = 0 } = {}] = Contents;
    if (Key === undefined) return undefined;
    const { ContentType = "application/octet-stream" } = await this.#client.send(
      new HeadObjectCommand({ Bucket: this.name, Key }),
    );
    return { key: Key, sizeBytes: Size, contentType: ContentType };
  }

  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.name, Key: key }));
  }
}
