import { LIMITS } from "../limits.ts";
import type { Node, Tree } from "../parse/nodes.ts";
import type { Context } from "./context.ts";
import { EscapeProblem } from "./escape-problem.ts";

/** The parsed templates that are to be escaped. */
export interface EscapeSource {
  readonly name: string;
  readonly text: string;
  readonly trees: ReadonlyMap<string, Tree>;
}

/** A jump out of the body of a range, and where it stands. */
export interface Exit {
  readonly pos: number;
  readonly context: Context;
}

/** The jumps of the range that is being read. */
export interface Exits {
  readonly break: Exit[];
  readonly continue: Exit[];
}

/** One escaping of a whole template. */
export interface Escaper {
  readonly source: EscapeSource;
  /** The contexts that templates end in, by derived name: known ones, and assumed ones of those still being read. */
  readonly outputs: Map<string, Context>;
  /** Derived names that were called while they were still being read. */
  readonly recursive: Set<string>;
  /** The rewritten templates. */
  readonly derived: Map<string, Tree>;
  /** Their names in the order they were finished. */
  readonly finished: string[];
  exits: Exits;
  calls: number;
  levels: number;
  unitsLeft: number;
}

export function newEscaper(source: EscapeSource): Escaper {
  return {
    source,
    outputs: new Map(),
    recursive: new Set(),
    derived: new Map(),
    finished: [],
    exits: newExits(),
    calls: 0,
    levels: 0,
    unitsLeft: LIMITS.escapedUnits + LIMITS.escapedUnitsPerUnit * source.text.length,
  };
}

export function newExits(): Exits {
  return { break: [], continue: [] };
}

/** The cost of a node beside its text. */
const NODE_UNITS = 16;

/** Charges a node about to be read: bodies of ranges are read twice, and templates once for each context they are called in. */
export function charge(escaper: Escaper, textUnits: number, pos: number): void {
  escaper.unitsLeft -= NODE_UNITS + textUnits;
  if (escaper.unitsLeft < 0) throw new EscapeProblem("its parts are read in too many contexts", pos);
}

/** Counts a block or a call about to open: they share the JavaScript stack. */
export function openLevel(escaper: Escaper, pos: number): void {
  if (++escaper.levels > LIMITS.escapedLevels) {
    throw new EscapeProblem(`more than ${LIMITS.escapedLevels} levels open at once`, pos);
  }
}

export function closeLevel(escaper: Escaper): void {
  escaper.levels--;
}

/** Nodes as they are rendered, and the context after them. */
export interface EscapedNodes {
  readonly nodes: readonly Node[];
  readonly context: Context;
}

/** Reads the nodes of a body. Branches and calls are handed it, as they are nodes of bodies themselves. */
export type EscapeNodes = (escaper: Escaper, nodes: readonly Node[], start: Context) => EscapedNodes;
