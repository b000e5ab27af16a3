import { GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";

/** The location of the buckets. The provider reads and writes them with the caller's rights. */
export interface ObjectStoreOptions {
  readonly endpoint: string;
  readonly credentials: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly region: string;
}

export interface ObjectContent {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface ObjectPlace {
  readonly bucketName: string;
  readonly key: string;
}

export interface PresignedPlace {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The object does not exist or the store refused; `message` says which. */
export class ObjectAccessError extends Error {
  override name = "ObjectAccessError";
}

const TIMEOUT_MS = 20_000;
/** The provider's largest file is a document of this size (W4.3). */
const MAX_BYTES = 100 * 1024 * 1024;
/** The real service accepts these addresses (W1.3). The simulator also accepts the embedded store's. */
const PRESIGNED = /^https:\/\/(.*)s3(.*)\.amazonaws\.com\/(.*)/;

/** Copies files between the provider and the buckets. Methods throw ObjectAccessError. */
export class ObjectAccess {
  readonly #client: S3Client | undefined;
  readonly #origin: string | undefined;
  readonly #abort = new AbortController();

  constructor(store: ObjectStoreOptions | undefined) {
    this.#origin = store && new URL(store.endpoint).origin;
    this.#client = store && new S3Client({ ...store, forcePathStyle: true, maxAttempts: 2 });
  }

  async read({ bucketName, key }: ObjectPlace): Promise<ObjectContent> {
    const client = this.#storeClient();
    return guarded(async () => {
      const { Body, ContentType, ContentLength } = await client.send(
        new GetObjectCommand({ Bucket: bucketName, Key: key }),
        { abortSignal: this.#signal() },
      );
      if (!Body || (ContentLength ?? 0) > MAX_BYTES) throw new ObjectAccessError("the object is empty or too large");
      return { bytes: await Body.transformToByteArray(), contentType: ContentType ?? "application/octet-stream" };
    });
  }

  async write({ bucketName, key }: ObjectPlace, { bytes, contentType }: ObjectContent): Promise<void> {
    const client = this.#storeClient();
    const command = new PutObjectCommand({ Bucket: bucketName, Key: key, Body: bytes, ContentType: contentType });
    await guarded(() => client.send(command, { abortSignal: this.#signal() }));
  }

  async readPresigned({ url, headers }: PresignedPlace): Promise<ObjectContent> {
    return guarded(async () => {
      const response = await this.#fetch(url, {});
      const bytes = new Uint8Array(await response.arrayBuffer());
      if (bytes.byteLength > MAX_BYTES) throw new ObjectAccessError("the object is too large");
      const [, given] = Object.entries(headers).find(([name]) => name.toLowerCase() === "content-type") ?? [];
      return { bytes, contentType: given ?? response.headers.get("content-type") ?? "application/octet-stream" };
    });
  }

  async writePresigned({ url, headers }: PresignedPlace, { bytes }: ObjectContent): Promise<void> {
    await guarded(() => this.#fetch(url, { method: "PUT", headers, body: new Uint8Array(bytes) }));
  }

  close(): void {
    this.#abort.abort();
    this.#client?.destroy();
  }

  #storeClient(): S3Client {
    if (!this.#client) throw new ObjectAccessError("no object store is configured");
    return this.#client;
  }

  #signal(): AbortSignal {
    return AbortSignal.any([this.#abort.signal, AbortSignal.timeout(TIMEOUT_MS)]);
  }

  async #fetch(url: string, init: RequestInit): Promise<Response> {
    if (!PRESIGNED.test(url) && URL.parse(url)?.origin !== this.#origin) {
      throw new ObjectAccessError("the presigned URL is not one of the object store");
    }
    const response = await fetch(url, { ...init, redirect: "error", signal: this.#signal() });
    if (!response.ok) throw new ObjectAccessError(`the object store answered ${response.status}`);
    return response;
  }
}

async function guarded<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ObjectAccessError) throw error;
    throw new ObjectAccessError(error instanceof Error ? error.message : String(error), { cause: error });
  }
}
