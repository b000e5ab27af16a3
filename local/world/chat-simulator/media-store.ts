import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import type { ChatDatabase } from "./database.ts";
import { newMediaId } from "./provider-ids.ts";

const mediaRow = z.object({
  id: z.string(),
  origination_phone_number_id: z.string(),
  mime_type: z.string(),
  size: z.number(),
  expires_at_ms: z.number(),
});

export type StoredMedia = z.infer<typeof mediaRow>;

export interface NewMedia {
  readonly phoneNumberId: string;
  readonly mimeType: string;
  readonly bytes: Uint8Array;
  readonly expiresAtMs: number;
}

/** Stores media at the provider: our uploads and the files of customers. Contents are files named by id. */
export class MediaStore {
  readonly #db: ChatDatabase;
  readonly #dir: string;

  constructor(db: ChatDatabase, dir: string) {
    mkdirSync(dir, { recursive: true, mode: 0o700 });
    this.#db = db;
    this.#dir = dir;
    const ended = db.connection.prepare("SELECT * FROM media WHERE expires_at_ms <= ? LIMIT 10000").all(Date.now());
    for (const row of ended) this.remove(mediaRow.parse(row).id);
  }

  add({ phoneNumberId, mimeType, bytes, expiresAtMs }: NewMedia): string {
    const id = newMediaId();
    const draft = join(this.#dir, `${id}.tmp`);
    writeFileSync(draft, bytes, { mode: 0o600 });
    renameSync(draft, join(this.#dir, id));
    this.#db.connection
      .prepare("INSERT INTO media VALUES (?, ?, ?, ?, ?)")
      .run(id, phoneNumberId, mimeType, bytes.byteLength, expiresAtMs);
    return id;
  }

  /** Returns undefined once the file has expired: 30 days after an upload, 7 after a customer's message (W0.8). */
  find(id: string): StoredMedia | undefined {
    const row = this.#db.connection.prepare("SELECT * FROM media WHERE id = ?").get(id);
    const media = row && mediaRow.parse(row);
    return media && media.expires_at_ms > Date.now() ? media : undefined;
  }

  bytesOf({ id }: StoredMedia): Promise<Uint8Array> {
    return readFile(join(this.#dir, id));
  }

  remove(id: string): void {
    this.#db.connection.prepare("DELETE FROM media WHERE id = ?").run(id);
    rmSync(join(this.#dir, id), { force: true });
  }
}
