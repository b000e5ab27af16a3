import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";
import type { Writable } from "node:stream";
import type { DataFolder } from "./data-folder.ts";

/** The two files that together hold the functions' last lines. */
export const LOG_FILES = { newer: "log.jsonl", older: "log.1.jsonl" } as const;
const MAX_FILE_BYTES = 16 * 1024 * 1024;
/** Only lines of functions match; measurements and texts for people do not. */
const LINE = /^\{.*"message":/;

type LogFolder = Pick<DataFolder, "file">;

/** Writes lines to the newer of two files. When the newer file is full, it replaces the older one. */
class LogFile {
  readonly #folder: LogFolder;
  readonly #maxBytes: number;
  #file: number | undefined;
  #bytes = 0;

  constructor(folder: LogFolder, maxBytes: number) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#open();
  }

  write(text: string): void {
    if (this.#file === undefined) return;
    try {
      if (this.#bytes >= this.#maxBytes) this.#begin(this.#file);
      this.#bytes += writeSync(this.#file, text);
    } catch {
      // A full disk ends the log; the stack runs on.
      this.close();
    }
  }

  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #begin(full: number): void {
    closeSync(full);
    this.#file = undefined;
    renameSync(this.#folder.file(LOG_FILES.newer), this.#folder.file(LOG_FILES.older));
    this.#open();
  }

  #open(): void {
    this.#file = openSync(this.#folder.file(LOG_FILES.newer), "a", 0o600);
    this.#bytes = fstatSync(this.#file).size;
  }
}

const textOf = (chunk: unknown): string =>
  chunk instanceof Uint8Array ? Buffer.from(chunk).toString("utf8") : String(chunk);

export interface KeptLogOptions {
  /** Functions write warnings and errors to the second of the process's two streams. */
  readonly streams?: readonly Writable[];
  readonly maxBytes?: number;
  /** Converts a line for the stream, or returns undefined to hide the line. Without this option lines pass unchanged. */
  readonly shown?: ((line: string) => string | undefined) | undefined;
}

/**
 * Also keeps the lines that functions write to the streams in the data folder, for `npm run trace`. Returns a function
 * that stops the writing. Lines of one turn of the event loop are written together.
 */
export function keepLog(folder: LogFolder, options: KeptLogOptions = {}): () => void {
  const { maxBytes = MAX_FILE_BYTES, streams = [process.stdout, process.stderr], shown } = options;
  const file = new LogFile(folder, maxBytes);
  const ends = streams.map((stream) => keepLines(stream, file, shown));
  return () => {
    for (const end of ends) end();
    file.close();
  };
}

function keepLines(stream: Writable, file: LogFile, shown: KeptLogOptions["shown"]): () => void {
  const write = stream.write.bind(stream);
  let rest = "";
  let lines: string[] = [];
  const flush = (): void => {
    if (lines.length > 0) file.write(lines.map((line) => `${line}\n`).join(""));
    lines = [];
  };
  const keep = (text: string): readonly string[] => {
    const parts = `${rest}${text}`.split("\n");
    rest = parts.pop() ?? "";
    const found = parts.filter((line) => LINE.test(line));
    if (found.length > 0 && lines.length === 0) setImmediate(flush);
    lines.push(...found);
    return parts;
  };
  const passed = (...written: Parameters<typeof write>): boolean => {
    keep(textOf(written[0]));
    return write(...written);
  };
  const replaced = (...written: Parameters<typeof write>): boolean => {
    const whole = keep(textOf(written[0]));
    const lines = whole.flatMap((line) => shown?.(line) ?? []).map((line) => `${line}\n`);
    const told = written.find((one): one is () => void => typeof one === "function");
    return write(lines.join(""), told);
  };
  Object.defineProperty(stream, "write", { value: shown ? replaced : passed, configurable: true, writable: true });
  return () => {
    flush();
    if (shown !== undefined && rest !== "") write(rest);
    Object.defineProperty(stream, "write", { value: write, configurable: true, writable: true });
  };
}
