import {
  AbortMultipartUploadCommand,
  type CompletedPart,
  CompleteMultipartUploadCommand,
  CopyObjectCommand,
  CreateMultipartUploadCommand,
  DeleteObjectCommand,
  PutObjectCommand,
  type S3Client,
  UploadPartCommand,
} from "@aws-sdk/client-s3";
import type { NewObject, ObjectWriter } from "../../kernel/object-writer.ts";

/** The smallest part that S3 takes. A file of any size needs only one buffer of this size. */
const PART_BYTES = 5 * 1024 * 1024;
/** Most pictures are small and need less memory than a whole part. */
const FIRST_BUFFER_BYTES = 256 * 1024;
/**
 * Up to this many buffers are kept for the next uploads. Otherwise it would depend on the garbage collector how much
 * memory unused buffers take.
 */
const MAX_SPARE_BUFFERS = 16;
const spareBuffers: Buffer<ArrayBuffer>[] = [];

interface Target extends NewObject {
  readonly bucket: string;
}

interface Multipart {
  readonly uploadId: string;
  readonly contentType: string;
  readonly parts: CompletedPart[];
}

/**
 * Writes a file to S3. A file of up to one part is put in one request, with the content type that is known by then; a
 * longer one is uploaded part by part.
 */
export class PartWriter implements ObjectWriter {
  readonly #client: S3Client;
  readonly #target: Target;
  #buffer: Buffer<ArrayBuffer> = Buffer.allocUnsafeSlow(FIRST_BUFFER_BYTES);
  #filled = 0;
  #multipart: Multipart | undefined;
  /** The steps that undo what was written; the latest comes last. */
  readonly #undo: (() => Promise<unknown>)[] = [];

  constructor(client: S3Client, target: Target) {
    this.#client = client;
    this.#target = target;
  }

  get #object() {
    return { Bucket: this.#target.bucket, Key: this.#target.key };
  }

  get #described() {
    return { ...this.#object, Metadata: this.#target.metadata };
  }

  async write(chunk: Uint8Array): Promise<void> {
    let rest = chunk;
    while (rest.length > 0) {
      if (this.#filled === PART_BYTES) await this.#flush();
      this.#makeRoom(this.#filled + rest.length);
      const taken = rest.subarray(0, this.#buffer.length - this.#filled);
      this.#buffer.set(taken, this.#filled);
      this.#filled += taken.length;
      rest = rest.subarray(taken.length);
    }
  }

  #makeRoom(wanted: number): void {
    if (wanted <= this.#buffer.length || this.#buffer.length === PART_BYTES) return;
    const larger = spareBuffers.pop() ?? Buffer.allocUnsafeSlow(PART_BYTES);
    this.#buffer.copy(larger, 0, 0, this.#filled);
    this.#buffer = larger;
  }

  /** No request that reads the buffer is under way any more. */
  #giveBufferBack(): void {
    if (this.#buffer.length === PART_BYTES && spareBuffers.length < MAX_SPARE_BUFFERS) spareBuffers.push(this.#buffer);
    this.#buffer = Buffer.alloc(0);
    this.#filled = 0;
  }

  async #flush(): Promise<void> {
    this.#multipart ??= await this.#begin();
    const { uploadId, parts } = this.#multipart;
    const PartNumber = parts.length + 1;
    const { ETag } = await this.#client.send(
      new UploadPartCommand({ ...this.#object, UploadId: uploadId, PartNumber, Body: this.#content() }),
    );
    if (ETag === undefined) throw new Error("the object store answered a part without a tag");
    parts.push({ ETag, PartNumber });
    this.#filled = 0;
  }

  #content(): Uint8Array {
    return this.#buffer.subarray(0, this.#filled);
  }

  async #begin(): Promise<Multipart> {
    const contentType = this.#target.likelyContentType();
    const { UploadId } = await this.#client.send(
      new CreateMultipartUploadCommand({ ...this.#described, ContentType: contentType }),
    );
    if (UploadId === undefined) throw new Error("the object store began no upload");
    this.#undo.push(() => this.#client.send(new AbortMultipartUploadCommand({ ...this.#object, UploadId })));
    return { uploadId: UploadId, contentType, parts: [] };
  }

  async finish(contentType: string): Promise<void> {
    if (this.#multipart === undefined) {
      this.#undoObject();
      await this.#client.send(
        new PutObjectCommand({ ...this.#described, Body: this.#content(), ContentType: contentType }),
      );
      this.#giveBufferBack();
      return;
    }
    if (this.#filled > 0) await this.#flush();
    this.#giveBufferBack();
    await this.#complete(this.#multipart);
    if (this.#multipart.contentType !== contentType) await this.#retype(contentType);
  }

  async #complete({ uploadId, parts }: Multipart): Promise<void> {
    this.#undoObject();
    await this.#client.send(
      new CompleteMultipartUploadCommand({
        ...this.#object,
        UploadId: uploadId,
        MultipartUpload: { Parts: parts },
      }),
    );
  }

  /**
   * Changes the content type when the `kind` field comes after the file and differs from what the file's beginning
   * suggested. S3 changes an object's type by copying the object onto itself.
   */
  async #retype(contentType: string): Promise<void> {
    const { bucket, key } = this.#target;
    await this.#client.send(
      new CopyObjectCommand({
        ...this.#described,
        CopySource: `${bucket}/${key}`,
        MetadataDirective: "REPLACE",
        ContentType: contentType,
      }),
    );
  }

  /** The undo step is added before the write, because a write that fails may have taken place nevertheless. */
  #undoObject(): void {
    this.#undo.push(() => this.#client.send(new DeleteObjectCommand(this.#object)));
  }

  async discard(): Promise<void> {
    this.#buffer = Buffer.alloc(0);
    this.#filled = 0;
    // The bucket's lifecycle removes parts that could not be deleted here.
    for (const undo of this.#undo.splice(0)) await undo().catch(() => {});
  }
}
