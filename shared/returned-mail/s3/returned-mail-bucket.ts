import { GetObjectCommand, NoSuchKey, S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "../../aws/call-limits.ts";
import { READ_BYTES } from "../domain/returned-mail.ts";
import type { ReturnedMails, StoredMail } from "../ports.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 10_000;
/** `bytes 0-1048575/2000000`: the size of the whole object stands behind the slash. */
const WHOLE_SIZE = /\/(\d+)$/;

/** Reads the mails that SES has stored. An empty object has no range, and no mail is empty. */
export class S3ReturnedMailBucket implements ReturnedMails {
  readonly #client = new S3Client({
    // Addresses in path style work with every endpoint, including the embedded one.
    forcePathStyle: true,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });
  readonly #bucket: string;

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  async read(key: string): Promise<StoredMail | undefined> {
    const get = new GetObjectCommand({ Bucket: this.#bucket, Key: key, Range: `bytes=0-${READ_BYTES - 1}` });
    try {
      const { Body, ContentRange = "" } = await this.#client.send(get);
      const head = (await Body?.transformToByteArray()) ?? new Uint8Array();
      return { head, sizeBytes: Number(WHOLE_SIZE.exec(ContentRange)?.[1] ?? head.length) };
    } catch (error) {
      if (error instanceof NoSuchKey) return undefined;
      throw error;
    }
  }
}
