import { linesOf } from "./parsed-mail.ts";

/** The fields of one block of a report by name in lower case, each with its values in order. */
export type Fields = ReadonlyMap<string, readonly string[]>;

export const fieldOf = (fields: Fields, name: string): string | undefined => fields.get(name)?.[0];

const FIELD = /^([!-9;-~]{1,100})[ \t]{0,10}:(.*)$/s;
const FOLDED = /^[ \t]/;
/** A value of this length holds every address and more of a response than is kept. */
const MAX_VALUE = 4096;

/** One recipient has one of each of these, so a second one begins the block of the next recipient, also where the blank line is missing. */
const ONCE_IN_BLOCK = new Set(["original-recipient", "final-recipient", "action"]);

/** Reads the blocks of fields that a report consists of (RFC 3464 section 2.1). */
export function readBlocks(text: string): Fields[] {
  const writer = new BlockWriter();
  for (const line of unfolded(text)) {
    const [, name, value] = FIELD.exec(line) ?? [];
    if (line === "") writer.end();
    else if (name !== undefined && value !== undefined) writer.add(name.toLowerCase(), value.trim());
  }
  return writer.blocks;
}

class BlockWriter {
  readonly blocks: Map<string, string[]>[] = [];
  #open: Map<string, string[]> | undefined;

  add(name: string, value: string): void {
    const block = this.#blockFor(name);
    const values = block.get(name);
    if (values === undefined) block.set(name, [value]);
    else values.push(value);
  }

  end(): void {
    this.#open = undefined;
  }

  #blockFor(name: string): Map<string, string[]> {
    if (this.#open !== undefined && !(ONCE_IN_BLOCK.has(name) && this.#open.has(name))) return this.#open;
    const block = new Map<string, string[]>();
    this.blocks.push(block);
    this.#open = block;
    return block;
  }
}

/** A folded line belongs to the field before it. A line of white space ends a block, although it looks like a folded one. */
function unfolded(text: string): string[] {
  const fields: string[] = [];
  for (const line of linesOf(text)) {
    const last = fields.length - 1;
    const isFolded = FOLDED.test(line) && line.trim() !== "" && last >= 0 && fields[last] !== "";
    if (!isFolded) fields.push(line.trim() === "" ? "" : line.slice(0, MAX_VALUE));
    else if ((fields[last] ?? "").length < MAX_VALUE)
      fields[last] = `${fields[last]} ${line.trim().slice(0, MAX_VALUE)}`;
  }
  return fields;
}
