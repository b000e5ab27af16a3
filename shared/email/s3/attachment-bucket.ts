import { CopyObjectCommand, GetObjectCommand, HeadObjectCommand, NotFound, S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "../../aws/call-limits.ts";
import { PartWriter } from "../../aws/s3/part-writer.ts";
import type { ObjectWriter } from "../../kernel/object-writer.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Term } from "../domain/uploaded-attachment.ts";
import type { FoundUpload, MailFiles, NewUpload, UploadedFiles, UploadTarget } from "../ports.ts";
import { keptKey, uploadKey } from "./attachment-keys.ts";

const CONNECT_TIMEOUT_MS = 1000;
/** One part of an upload, or a copy within the bucket, may take this long. */
const REQUEST_TIMEOUT_MS = 15_000;

type Described = Omit<FoundUpload, "key" | "isKept">;

/** The metadata of an object are headers, which can only have ASCII, so the file's name is escaped. */
const metadataOf = (filename: string) => ({ filename: encodeURIComponent(filename) });

/** Stores the files of mails in the content bucket. An upload has no record beside its object, whose metadata has the file's name. */
export class S3AttachmentBucket implements UploadedFiles, UploadTarget, MailFiles {
  readonly #bucket: string;
  readonly #client = new S3Client({
    forcePathStyle: true,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  open(owner: Owner, { id, filename, likelyContentType }: NewUpload): ObjectWriter {
    return new PartWriter(this.#client, {
      bucket: this.#bucket,
      key: uploadKey(owner, id),
      likelyContentType,
      metadata: metadataOf(filename),
    });
  }

  async find(owner: Owner, id: string, term: Term): Promise<FoundUpload | undefined> {
    const key = keptKey(owner, id, term);
    const kept = await this.#describe(key);
    if (kept !== undefined) return { ...kept, key, isKept: true };
    const uploaded = await this.#describe(uploadKey(owner, id));
    return uploaded && { ...uploaded, key, isKept: false };
  }

  async keep(owner: Owner, id: string, term: Term): Promise<void> {
    const CopySource = `${this.#bucket}/${uploadKey(owner, id)}`;
    await this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: keptKey(owner, id, term), CopySource }));
  }

  /** Copies the object onto itself, so that the bucket's lifecycle counts its age from now. */
  async renew(key: string): Promise<boolean> {
    const found = await this.#describe(key);
    if (found === undefined) return false;
    await this.#client.send(
      new CopyObjectCommand({
        Bucket: this.#bucket,
        Key: key,
        CopySource: `${this.#bucket}/${key}`,
        MetadataDirective: "REPLACE",
        ContentType: found.contentType,
        Metadata: metadataOf(found.filename),
      }),
    );
    return true;
  }

  async has(key: string): Promise<boolean> {
    return (await this.#describe(key)) !== undefined;
  }

  async read(key: string, from: number, bytes: number): Promise<Uint8Array> {
    const Range = `bytes=${from}-${from + bytes - 1}`;
    const { Body } = await this.#client.send(new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range }));
    if (Body === undefined) throw new Error(`no content under ${key}`);
    return Body.transformToByteArray();
  }

  async #describe(key: string): Promise<Described | undefined> {
    try {
      const head = await this.#client.send(new HeadObjectCommand({ Bucket: this.#bucket, Key: key }));
      const { ContentLength: sizeBytes = 0, ContentType: contentType = "application/octet-stream", Metadata } = head;
      return { filename: decodeURIComponent(Metadata?.filename ?? "attachment"), contentType, sizeBytes };
    } catch (error) {
      if (error instanceof NotFound) return undefined;
      throw error;
    }
  }
}
