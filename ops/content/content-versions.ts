import { CopyObjectCommand, DeleteObjectCommand, ListObjectVersionsCommand, S3Client } from "@aws-sdk/client-s3";
import { callLimits } from "../../shared/aws/call-limits.ts";

const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 20_000;
const MAX_ATTEMPTS = 5;
/** The most pages that are read. A page holds a thousand versions, so one owner has far fewer pages. */
const MAX_PAGES = 10_000;

export interface ContentVersion {
  readonly key: string;
  readonly versionId: string;
  readonly isLatest: boolean;
  /** A delete marker has no content. */
  readonly isMarker: boolean;
  /** The time of the version, in full seconds, because the store keeps no fractions. */
  readonly modifiedAtMs: number;
}

/** Accesses the versions of objects in the content bucket, for operators. No function has these rights. */
export class ContentVersions {
  readonly #bucket: string;
  readonly #client = new S3Client({
    forcePathStyle: true,
    maxAttempts: MAX_ATTEMPTS,
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });

  constructor(bucket: string) {
    this.#bucket = bucket;
  }

  /**
   * Permanently erases every version and delete marker below the prefix, and returns how many versions had content. It
   * may be run again.
   */
  async eraseBelow(prefix: string): Promise<number> {
    let erased = 0;
    for await (const { key, versionId, isMarker } of this.#below(prefix)) {
      await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key, VersionId: versionId }));
      erased += isMarker ? 0 : 1;
    }
    return erased;
  }

  async versionsOf(key: string): Promise<readonly ContentVersion[]> {
    const found: ContentVersion[] = [];
    for await (const version of this.#below(key)) if (version.key === key) found.push(version);
    return found;
  }

  /** Copies an older version so that it becomes the newest. */
  async makeLatest({ key, versionId }: ContentVersion): Promise<void> {
    const encoded = key.split("/").map(encodeURIComponent).join("/");
    const CopySource = `${this.#bucket}/${encoded}?versionId=${encodeURIComponent(versionId)}`;
    await this.#client.send(new CopyObjectCommand({ Bucket: this.#bucket, Key: key, CopySource }));
  }

  /** Deletes an object. Its older versions stay until the bucket's rule removes them. */
  async remove(key: string): Promise<void> {
    await this.#client.send(new DeleteObjectCommand({ Bucket: this.#bucket, Key: key }));
  }

  async *#below(Prefix: string): AsyncGenerator<ContentVersion> {
    let from: { readonly KeyMarker?: string | undefined; readonly VersionIdMarker?: string | undefined } = {};
    for (let pages = 0; pages < MAX_PAGES; pages++) {
      const list = new ListObjectVersionsCommand({ Bucket: this.#bucket, Prefix, ...from });
      const { Versions = [], DeleteMarkers = [], IsTruncated, ...page } = await this.#client.send(list);
      for (const version of Versions) yield contentVersion(version, false);
      for (const marker of DeleteMarkers) yield contentVersion(marker, true);
      if (!IsTruncated) return;
      from = { KeyMarker: page.NextKeyMarker, VersionIdMarker: page.NextVersionIdMarker };
    }
    throw new Error(`there is no end of versions below ${Prefix}`);
  }
}

interface Listed {
  readonly Key?: string | undefined;
  readonly VersionId?: string | undefined;
  readonly IsLatest?: boolean | undefined;
  readonly LastModified?: Date | undefined;
}

function contentVersion(
  { Key: key, VersionId: versionId, IsLatest, LastModified }: Listed,
  isMarker: boolean,
): ContentVersion {
  if (key === undefined || versionId === undefined) throw new Error("the content bucket names a version incompletely");
  return { key, versionId, isLatest: IsLatest === true, isMarker, modifiedAtMs: LastModified?.getTime() ?? 0 };
}
