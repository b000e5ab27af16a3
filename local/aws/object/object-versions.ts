import type { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { type StoredObject, storedObject } from "./stored-object.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS versionedBucket (name TEXT PRIMARY KEY) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS version (
    place INTEGER PRIMARY KEY AUTOINCREMENT, bucket TEXT NOT NULL, key TEXT NOT NULL, versionId TEXT NOT NULL,
    isMarker INTEGER NOT NULL, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modifiedAt INTEGER NOT NULL,
    headers TEXT NOT NULL, checksums TEXT NOT NULL, UNIQUE (bucket, key, versionId));
  CREATE INDEX IF NOT EXISTS versionByKey ON version (bucket, key, place);`;

/** The version id of an object that is older than its bucket's versioning. */
export const NULL_VERSION = "null";

const storedVersion = storedObject.extend({
  versionId: z.string(),
  /** A delete marker has no content. */
  isMarker: z.int().transform((flag) => flag === 1),
});
export type StoredVersion = z.output<typeof storedVersion>;

/**
 * Stores all versions of objects in buckets with versions, including the newest (Amazon S3 User Guide, "Retaining
 * multiple versions of objects").
 */
export class ObjectVersions {
  readonly #db: DatabaseSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    db.exec(SCHEMA);
  }

  enable(bucket: string): void {
    this.#db.prepare("INSERT OR IGNORE INTO versionedBucket VALUES (?)").run(bucket);
  }

  isEnabled(bucket: string): boolean {
    return this.#db.prepare("SELECT 1 FROM versionedBucket WHERE name = ?").get(bucket) !== undefined;
  }

  add(bucket: string, { versionId, isMarker, ...object }: StoredVersion): void {
    const { key, file, size, etag, modifiedAt } = object;
    const texts = [JSON.stringify(object.headers), JSON.stringify(object.checksums)];
    const values = [bucket, key, versionId, isMarker ? 1 : 0, file, size, etag, modifiedAt, ...texts];
    this.#db
      .prepare(
        `INSERT INTO version (bucket, key, versionId, isMarker, file, size, etag, modifiedAt, headers, checksums)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(...values);
  }

  /** Returns undefined if the key has no versions, for example because it is older than the bucket's versioning. */
  latest(bucket: string, key: string): StoredVersion | undefined {
    return this.of(bucket, key)[0];
  }

  find(bucket: string, key: string, versionId: string): StoredVersion | undefined {
    const sql = "SELECT * FROM version WHERE bucket = ? AND key = ? AND versionId = ?";
    const row = this.#db.prepare(sql).get(bucket, key, versionId);
    return row && storedVersion.parse(row);
  }

  remove(bucket: string, key: string, versionId: string): void {
    this.#db.prepare("DELETE FROM version WHERE bucket = ? AND key = ? AND versionId = ?").run(bucket, key, versionId);
  }

  /** Returns the versions of a key, newest first. */
  of(bucket: string, key: string): StoredVersion[] {
    const sql = "SELECT * FROM version WHERE bucket = ? AND key = ? ORDER BY place DESC";
    return this.#db
      .prepare(sql)
      .all(bucket, key)
      .map((row) => storedVersion.parse(row));
  }

  /** Returns the first key after `after` that has an object or at least a version. */
  nextKey(bucket: string, { after, from }: { after: string; from: string }): string | undefined {
    const below = "WHERE bucket = ? AND key > ? AND key >= ?";
    const sql = `SELECT min(key) AS key FROM (SELECT key FROM object ${below} UNION SELECT key FROM version ${below})`;
    const row = this.#db.prepare(sql).get(bucket, after, from, bucket, after, from);
    return z.object({ key: z.string().nullable() }).parse(row).key ?? undefined;
  }
}

/** Creates a version without content that marks a key as deleted. */
export const deleteMarker = (key: string, versionId: string, modifiedAt: number): StoredVersion => ({
  key,
  versionId,
  isMarker: true,
  file: "",
  size: 0,
  etag: "",
  modifiedAt,
  headers: {},
  checksums: {},
});

export const asNullVersion = (object: StoredObject): StoredVersion => ({
  ...object,
  versionId: NULL_VERSION,
  isMarker: false,
});
