/**
 * Describes a stream as a part of the engine's records of a table. The engine keeps the records of a deleted table, and
 * continues them in the next table of its name.
 */
export interface StreamPart {
  /** The stream begins after the record with this number. */
  readonly after: bigint;
  /** This is the number of the last record of a stream that has ended. */
  readonly upTo: bigint | undefined;
}

/** Remembers the streams that tables have and had, by their ARNs. */
export class TableStreams {
  readonly #parts = new Map<string, StreamPart>();
  readonly #current = new Map<string, string>();
  /** Maps a table to its last record at the end of its stream, or at its deletion. */
  readonly #ends = new Map<string, bigint>();

  /** Returns the ARN of the table's stream, or undefined if it has none. */
  current(table: string): string | undefined {
    return this.#current.get(table);
  }

  /** Throws if there was no such stream. */
  part(stream: string): StreamPart {
    const found = this.#parts.get(stream);
    if (found === undefined) throw new Error(`there is no stream ${stream}`);
    return found;
  }

  /** Begins a stream after a record. If none is given, the stream begins where the last one of the table ended. */
  begin(table: string, stream: string, after = this.#ends.get(table) ?? 0n): void {
    this.#current.set(table, stream);
    this.#parts.set(stream, { after, upTo: undefined });
  }

  end(table: string, upTo: bigint): void {
    this.#ends.set(table, upTo);
    const stream = this.#current.get(table);
    if (stream === undefined) return;
    this.#current.delete(table);
    this.#parts.set(stream, { after: this.part(stream).after, upTo });
  }
}
