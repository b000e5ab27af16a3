import {
  DeleteObjectsCommand,
  ListBucketsCommand,
  ListObjectVersionsCommand,
  NoSuchBucket,
  type ObjectIdentifier,
  type S3Client,
} from "@aws-sdk/client-s3";

export interface Buckets {
  /** Deletes all versions of all objects and returns their number. A bucket that does not exist counts as empty. */
  empty(bucket: string, signal: AbortSignal): Promise<number>;
  /** Lists the account's buckets whose names begin with the prefix. */
  named(prefix: string, signal: AbortSignal): Promise<readonly string[]>;
}

/**
 * The most pages of the bucket's list that are read. The bucket of a stage of `herald prove` has a few thousand
 * objects; more pages mean that something else is in the bucket.
 */
const MAX_PAGES = 1000;

export class S3Buckets implements Buckets {
  readonly #client: S3Client;

  constructor(client: S3Client) {
    this.#client = client;
  }

  /** Every page is the first one again, because the objects of the previous page were deleted. */
  async empty(Bucket: string, abortSignal: AbortSignal): Promise<number> {
    let deleted = 0;
    for (let pages = 0; pages < MAX_PAGES; pages += 1) {
      const objects = await this.#firstPage(Bucket, abortSignal);
      if (objects.length === 0) return deleted;
      await this.#delete(Bucket, objects, abortSignal);
      deleted += objects.length;
    }
    throw new Error(`${Bucket} has more than ${MAX_PAGES} pages of objects`);
  }

  async named(Prefix: string, abortSignal: AbortSignal): Promise<readonly string[]> {
    const { Buckets = [] } = await this.#client.send(new ListBucketsCommand({ Prefix }), { abortSignal });
    return Buckets.flatMap(({ Name }) => Name ?? []);
  }

  async #firstPage(Bucket: string, abortSignal: AbortSignal): Promise<ObjectIdentifier[]> {
    try {
      const page = await this.#client.send(new ListObjectVersionsCommand({ Bucket }), { abortSignal });
      const { Versions = [], DeleteMarkers = [] } = page;
      return [...Versions, ...DeleteMarkers].map(({ Key, VersionId }) => ({ Key, VersionId }));
    } catch (error) {
      if (error instanceof NoSuchBucket) return [];
      throw error;
    }
  }

  async #delete(Bucket: string, Objects: ObjectIdentifier[], abortSignal: AbortSignal): Promise<void> {
    const command = new DeleteObjectsCommand({ Bucket, Delete: { Objects, Quiet: true } });
    const { Errors = [] } = await this.#client.send(command, { abortSignal });
    const [first] = Errors;
    if (first) throw new Error(`${Bucket}: ${first.Key} cannot be deleted: ${first.Message}`);
  }
}
