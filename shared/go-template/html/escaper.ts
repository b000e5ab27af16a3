import { LIMITS } from "../limits.ts";
import type { Node, Tree } from "../parse/nodes.ts";
import type { Context } from "./context.ts";
import { limitProblem } from "./escape-problem.ts";

/** The parsed templates that are to be escaped. */
export interface EscapeSource {
  readonly name: string;
  readonly text: string;
  readonly trees: ReadonlyMap<string, Tree>;
}

/** A break or continue in the body of a range, with its position and its context. */
export interface Exit {
  readonly pos: number;
  readonly context: Context;
}

/** The breaks and continues of the range that is being read. */
export interface Exits {
  readonly break: Exit[];
  readonly continue: Exit[];
}

/** The state of escaping one whole template. */
export interface Escaper {
  readonly source: EscapeSource;
  /**
   * The contexts in which templates end, by their derived names. Those of templates that are still being read are
   * assumed.
   */
  readonly outputs: Map<string, Context>;
  /** The derived names of templates that were called while they were still being read. */
  readonly recursive: Set<string>;
  /** The rewritten templates by their derived names. */
  readonly derived: Map<string, Tree>;
  /** The derived names in the order in which the templates were finished. */
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

/** The cost of a node in addition to its text. */
const NODE_UNITS = 16;

/**
 * Charges for a node that is about to be read. Bodies of ranges are read twice, and templates once for each context in
 * which they are called.
 */
export function charge(escaper: Escaper, textUnits: number, pos: number): void {
  escaper.unitsLeft -= NODE_UNITS + textUnits;
  if (escaper.unitsLeft < 0) throw limitProblem("its parts are read in too many contexts", pos);
}

/** Counts a block or a call that is about to open; they share the JavaScript stack. */
export function openLevel(escaper: Escaper, pos: number): void {
  if (++escaper.levels > LIMITS.escapedLevels) {
    throw limitProblem(`more than ${LIMITS.escapedLevels} levels open at once`, pos);
  }
}

export function closeLevel(escaper: Escaper): void {
  escaper.levels--;
}

/** Rewritten nodes and the context after them. */
export interface EscapedNodes {
  readonly nodes: readonly Node[];
  readonly context: Context;
}

/** Reads the nodes of a body. Branches and calls get it as a parameter, because they are themselves nodes of bodies. */
export type EscapeNodes = (escaper: Escaper, nodes: readonly Node[], start: Context) => EscapedNodes;
