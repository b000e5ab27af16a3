import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import * as z from "zod";
import { jsonIn } from "./json-in.ts";

const journal = z.object({
  version: z.literal(1),
  stage: z.string(),
  account: z.string(),
  region: z.string(),
  startedAt: z.iso.datetime(),
  /** Lists the names of the `Making`s that have begun, in order. */
  begun: z.array(z.string()),
  /** Contains facts that each `Making` noted before it removed something, by its name. */
  notes: z.record(z.string(), z.string()).optional(),
});
export type JournalEntry = z.output<typeof journal>;

/** A journal belongs to a stage in an account and region. */
export type Owned = Pick<JournalEntry, "stage" | "account" | "region">;

export class JournalError extends Error {
  override readonly name = "JournalError";
}

/**
 * Records what a run of `herald prove` has begun to create, so that a later run can take down the resources that a
 * killed run left. Before each `Making` begins, the whole file is written and renamed.
 */
export class Journal {
  readonly file: string;
  /** Contains the entry of this process, even if the file is lost. */
  #held: JournalEntry | undefined;

  constructor(file: string) {
    this.file = file;
  }

  /** Returns the entry of an unfinished run, or undefined if there is none. Throws if the file is not a journal. */
  read(): JournalEntry | undefined {
    const text = this.#text();
    if (text === undefined) return undefined;
    const found = journal.safeParse(jsonIn(text));
    if (!found.success) throw new JournalError(`${this.file} is not a journal of a proof: move it away`);
    return found.data;
  }

  /**
   * Returns the entry of an unfinished run for this stage, account and region. Throws if the journal belongs to
   * another.
   */
  of({ stage, account, region }: Owned): JournalEntry | undefined {
    const found = this.read();
    if (found === undefined) return undefined;
    const isSame = found.stage === stage && found.account === account && found.region === region;
    if (isSame) return found;
    throw new JournalError(
      `${this.file} is of the stage ${found.stage} in the account ${found.account}, ${found.region}, and this is the stage ${stage} in the account ${account}, ${region}: nothing was done`,
    );
  }

  /**
   * Combines the file with this process's memory, and says whether the file is complete. A file that cannot be read
   * counts as lost if the memory can replace it.
   */
  known(): { readonly entry: JournalEntry | undefined; readonly isWhole: boolean } {
    const held = this.#held;
    if (held === undefined) return { entry: this.read(), isWhole: true };
    const kept = this.#readable();
    const begun = [...new Set([...(kept?.begun ?? []), ...held.begun])];
    const isWhole = kept !== undefined && begun.length === kept.begun.length;
    const notes = { ...kept?.notes, ...held.notes };
    return { entry: { ...held, begun, ...(Object.keys(notes).length > 0 && { notes }) }, isWhole };
  }

  /** Throws if the file was lost, after writing it again from memory. */
  requireWhole(): void {
    const { entry, isWhole } = this.known();
    if (isWhole) return;
    if (entry !== undefined) this.write(entry);
    throw new JournalError(`the journal ${this.file} had disappeared or been changed, and is written again`);
  }

  write(entry: JournalEntry): void {
    mkdirSync(dirname(this.file), { recursive: true });
    const beside = `${this.file}.new`;
    const file = openSync(beside, "w", 0o600);
    try {
      writeSync(file, `${JSON.stringify(entry, null, 2)}\n`);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(beside, this.file);
    this.#held = entry;
  }

  noted(name: string): string | undefined {
    return this.known().entry?.notes?.[name];
  }

  /** Keeps a note for as long as something is left to take down. */
  note(name: string, text: string): void {
    const { entry } = this.known();
    if (entry !== undefined && entry.notes?.[name] !== text)
      this.write({ ...entry, notes: { ...entry.notes, [name]: text } });
  }

  /** Removes the journal when nothing is left to take down. */
  end(): void {
    this.#held = undefined;
    rmSync(this.file, { force: true });
  }

  /** Reads the file. A journal of another stage, account or region does not count. */
  #readable(): JournalEntry | undefined {
    try {
      return this.#held === undefined ? this.read() : this.of(this.#held);
    } catch (error) {
      if (error instanceof JournalError) return undefined;
      throw error;
    }
  }

  #text(): string | undefined {
    try {
      return readFileSync(this.file, "utf8");
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "ENOENT") return undefined;
      throw error;
    }
  }
}
