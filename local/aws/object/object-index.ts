import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import * as z from "zod";
import { asNullVersion, deleteMarker, NULL_VERSION, ObjectVersions, type StoredVersion } from "./object-versions.ts";
import { preconditionFailed } from "./s3-error.ts";
import { checksums, type StoredObject, storedObject, texts } from "./stored-object.ts";

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS object (
    bucket TEXT, key TEXT, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, modifiedAt INTEGER NOT NULL,
    headers TEXT NOT NULL, checksums TEXT NOT NULL, PRIMARY KEY (bucket, key)) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS upload (
    id TEXT PRIMARY KEY, bucket TEXT NOT NULL, key TEXT NOT NULL, headers TEXT NOT NULL, startedAt INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS part (
    upload TEXT, number INTEGER, file TEXT NOT NULL, size INTEGER NOT NULL, etag TEXT NOT NULL, checksums TEXT NOT NULL,
    PRIMARY KEY (upload, number)) WITHOUT ROWID;`;

const storedUpload = z.object({ id: z.string(), bucket: z.string(), key: z.string(), headers: texts });
export type StoredUpload = z.infer<typeof storedUpload>;

const storedPart = z.object({ number: z.int(), file: z.string(), size: z.int(), etag: z.string(), checksums });
export type StoredPart = z.infer<typeof storedPart>;

/** The conditions of a write from the headers If-Match and If-None-Match. */
export interface WriteCondition {
  readonly ifMatch?: string | undefined;
  readonly ifNoneMatch?: string | undefined;
}

/** The changes that a write or a deletion made. */
export interface Changed {
  /** A file that is no longer needed. */
  readonly unneeded?: string | undefined;
  /** The id is absent in a bucket without versions. */
  readonly versionId?: string | undefined;
  /** The version is a delete marker. */
  readonly isMarker?: boolean;
}

/** Stores the objects and where their content is. An object appears completely with a commit here, or not at all. */
export class ObjectIndex {
  readonly versions: ObjectVersions;
  readonly #db: DatabaseSync;

  /** Throws if another process has the file open. */
  constructor(path: string) {
    this.#db = new DatabaseSync(path);
    try {
      this.#db.exec("PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;");
      this.#db.exec(SCHEMA);
      this.versions = new ObjectVersions(this.#db);
    } catch (cause) {
      this.#db.close();
      throw new Error(`object engine: cannot open ${path}: is another stack running on this data folder?`, { cause });
    }
  }

  find(bucket: string, key: string): StoredObject | undefined {
    const row = this.#db.prepare("SELECT * FROM object WHERE bucket = ? AND key = ?").get(bucket, key);
    return row && storedObject.parse(row);
  }

  /** Returns the first object after `after` in the order of UTF-8 bytes, which is also the order of listings. */
  next(bucket: string, { after, from }: { after: string; from: string }): StoredObject | undefined {
    const sql = "SELECT * FROM object WHERE bucket = ? AND key > ? AND key >= ? ORDER BY key LIMIT 1";
    const row = this.#db.prepare(sql).get(bucket, after, from);
    return row && storedObject.parse(row);
  }

  /** Replaces an object. The old one stays as a version if the bucket has versions. Throws PreconditionFailed. */
  put(bucket: string, object: StoredObject, { ifMatch, ifNoneMatch }: WriteCondition): Changed {
    const present = this.find(bucket, object.key);
    if (present && ifNoneMatch === "*") throw preconditionFailed();
    if (ifMatch !== undefined && ifMatch !== present?.etag) throw preconditionFailed();
    if (!this.versions.isEnabled(bucket)) {
      this.#insert(bucket, object);
      return { unneeded: present?.file };
    }
    const versionId = randomUUID();
    this.#together(() => {
      this.#addVersion(bucket, present, { ...object, versionId, isMarker: false });
      this.#insert(bucket, object);
    });
    return { versionId };
  }

  remove(bucket: string, key: string): Changed {
    const present = this.find(bucket, key);
    if (!this.versions.isEnabled(bucket)) {
      this.#delete(bucket, key);
      return { unneeded: present?.file };
    }
    const marker = deleteMarker(key, randomUUID(), Date.now());
    this.#together(() => {
      this.#addVersion(bucket, present, marker);
      this.#delete(bucket, key);
    });
    return { versionId: marker.versionId, isMarker: true };
  }

  /** Removes a version permanently. If the version was the newest, the version before it becomes current. */
  removeVersion(bucket: string, key: string, versionId: string): Changed {
    const version = this.versions.find(bucket, key, versionId);
    const isOnlyNull = versionId === NULL_VERSION && this.versions.latest(bucket, key) === undefined;
    if (version === undefined && !isOnlyNull) return { versionId };
    const present = this.find(bucket, key);
    this.#together(() => {
      this.versions.remove(bucket, key, versionId);
      const latest = this.versions.latest(bucket, key);
      if (latest === undefined || latest.isMarker) this.#delete(bucket, key);
      else this.#insert(bucket, latest);
    });
    const { file, isMarker = false } = version ?? { file: present?.file };
    return { unneeded: isMarker ? undefined : file, versionId, isMarker };
  }

  beginUpload({ id, bucket, key, headers }: StoredUpload): void {
    const values = [id, bucket, key, JSON.stringify(headers), Date.now()];
    this.#db.prepare("INSERT INTO upload VALUES (?, ?, ?, ?, ?)").run(...values);
  }

  findUpload(id: string): StoredUpload | undefined {
    const row = this.#db.prepare("SELECT * FROM upload WHERE id = ?").get(id);
    return row && storedUpload.parse(row);
  }

  /** Returns the ids of unfinished uploads that were started before this time. */
  uploadsBefore(time: number): string[] {
    const rows = this.#db.prepare("SELECT id FROM upload WHERE startedAt < ?").all(time);
    return rows.map((row) => z.object({ id: z.string() }).parse(row).id);
  }

  /** Stores a part and returns the file of the part that it replaces. */
  putPart(upload: string, { number, file, size, etag, checksums: sums }: StoredPart): string | undefined {
    const present = this.parts(upload).find((part) => part.number === number);
    const values = [upload, number, file, size, etag, JSON.stringify(sums)];
    this.#db.prepare("INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)").run(...values);
    return present?.file;
  }

  parts(upload: string): StoredPart[] {
    const rows = this.#db.prepare("SELECT * FROM part WHERE upload = ? ORDER BY number").all(upload);
    return rows.map((row) => storedPart.parse(row));
  }

  /** Removes an upload and returns the files of its parts. */
  endUpload(id: string): string[] {
    const files = this.parts(id).map(({ file }) => file);
    this.#db.prepare("DELETE FROM part WHERE upload = ?").run(id);
    this.#db.prepare("DELETE FROM upload WHERE id = ?").run(id);
    return files;
  }

  /** Returns every file that belongs to an object, a version or a part. */
  files(): Set<string> {
    const rows = this.#db
      .prepare("SELECT file FROM object UNION ALL SELECT file FROM part UNION ALL SELECT file FROM version")
      .all();
    return new Set(rows.map((row) => z.object({ file: z.string() }).parse(row).file));
  }

  close(): void {
    this.#db.close();
  }

  /** An object that is older than the bucket's versioning becomes the first version. */
  #addVersion(bucket: string, present: StoredObject | undefined, version: StoredVersion): void {
    const isFirst = this.versions.latest(bucket, version.key) === undefined;
    if (present && isFirst) this.versions.add(bucket, asNullVersion(present));
    this.versions.add(bucket, version);
  }

  #insert(bucket: string, { key, file, size, etag, modifiedAt, ...object }: StoredObject): void {
    this.#db
      .prepare("INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, ?, ?, ?)")
      .run(bucket, key, file, size, etag, modifiedAt, JSON.stringify(object.headers), JSON.stringify(object.checksums));
  }

  #delete(bucket: string, key: string): void {
    this.#db.prepare("DELETE FROM object WHERE bucket = ? AND key = ?").run(bucket, key);
  }

  #together(work: () => void): void {
    this.#db.exec("BEGIN");
    try {
      work();
      this.#db.exec("COMMIT");
    } catch (error) {
      this.#db.exec("ROLLBACK");
      throw error;
    }
  }
}
