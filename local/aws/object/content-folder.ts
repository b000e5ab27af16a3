import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { incompleteBody } from "./s3-error.ts";

/** A file that was completely written. */
export interface Content {
  readonly file: string;
  readonly size: number;
  /** The MD5 digest of the content in hexadecimal. */
  readonly md5: string;
}

/**
 * Holds the files with the content of objects and parts. File names are random and independent of keys, so that no key
 * can lead outside the folder. A file is written in `incoming`, flushed to disk, and moved when it is complete.
 */
export class ContentFolder {
  readonly #incoming: string;
  readonly #whole: string;

  constructor(folder: string) {
    this.#incoming = join(folder, "incoming");
    this.#whole = join(folder, "content");
  }

  /** Creates the folders. Removes unfinished files of an earlier process and files that nothing refers to. */
  async open(known: ReadonlySet<string>): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await mkdir(this.#whole, { recursive: true, mode: 0o700 });
    for (const file of await readdir(this.#whole)) if (!known.has(file)) await this.remove(file);
  }

  /**
   * Writes a stream of exactly this many bytes to a new file. If the size differs or `check` throws, nothing is kept.
   */
  async write(
    source: AsyncIterable<Buffer>,
    { bytes, check = () => {} }: { bytes: number; check?: (md5: string) => void },
  ): Promise<Content> {
    const file = randomUUID();
    const path = join(this.#incoming, file);
    const handle = await open(path, "wx", 0o600);
    try {
      const md5 = await writeAll(handle, source, bytes);
      check(md5);
      await handle.sync();
      await handle.close();
      await rename(path, join(this.#whole, file));
      await syncFolder(this.#whole);
      return { file, size: bytes, md5 };
    } catch (error) {
      await handle.close().catch(() => {});
      await rm(path, { force: true });
      throw error;
    }
  }

  /** Opens a file for reading; the caller must close the handle. */
  read(file: string): Promise<FileHandle> {
    return open(join(this.#whole, file), "r");
  }

  /** Yields the content of several files one after the other. */
  async *concatenation(files: readonly string[]): AsyncGenerator<Buffer> {
    for (const file of files) {
      const handle = await this.read(file);
      // The stream closes the handle at its end.
      const stream: AsyncIterable<Buffer> = handle.createReadStream();
      yield* stream;
    }
  }

  async remove(file: string): Promise<void> {
    await rm(join(this.#whole, file), { force: true });
  }
}

async function writeAll(handle: FileHandle, source: AsyncIterable<Buffer>, bytes: number): Promise<string> {
  const md5 = createHash("md5");
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    if (size > bytes) throw incompleteBody();
    md5.update(chunk);
    await handle.writeFile(chunk);
  }
  if (size !== bytes) throw incompleteBody();
  return md5.digest("hex");
}

/** A rename is on disk only once its folder has been synced. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
