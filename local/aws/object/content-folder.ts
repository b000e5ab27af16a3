import { createHash, randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { incompleteBody } from "./s3-error.ts";

/** A file that was written whole. */
export interface Content {
  readonly file: string;
  readonly size: number;
  /** In hex. */
  readonly md5: string;
}

/**
 * The files with the content of objects and parts. Their names are made here and say nothing about keys, so that no key can reach
 * outside of the folder. A file is written in `incoming`, flushed to the disk, and moved when it is whole.
 */
export class ContentFolder {
  readonly #incoming: string;
  readonly #whole: string;

  constructor(folder: string) {
    this.#incoming = join(folder, "incoming");
    this.#whole = join(folder, "content");
  }

  /** Makes the folders, and drops what an earlier process left half done or belongs to nothing. */
  async open(known: ReadonlySet<string>): Promise<void> {
    await rm(this.#incoming, { recursive: true, force: true });
    await mkdir(this.#incoming, { recursive: true, mode: 0o700 });
    await mkdir(this.#whole, { recursive: true, mode: 0o700 });
    for (const file of await readdir(this.#whole)) if (!known.has(file)) await this.remove(file);
  }

  /** Writes a stream of so many bytes to a new file. When `check` throws, or the size is another, nothing is kept. */
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

  /** The caller closes the handle. */
  read(file: string): Promise<FileHandle> {
    return open(join(this.#whole, file), "r");
  }

  /** The content of files one after the other. */
  async *concatenation(files: readonly string[]): AsyncGenerator<Buffer> {
    for (const file of files) {
      const handle = await this.read(file);
      // The stream closes the handle.
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

/** A rename is on the disk when its folder is. */
async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
