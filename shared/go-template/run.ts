import { type Place, TemplateExecError, toldAt } from "./errors.ts";
import { nodeText } from "./format/node-text.ts";
import { quote } from "./format/quote.ts";
import { exceeded, LIMITS, type Meter } from "./limits.ts";
import { placeOf } from "./parse/lexer.ts";
import type { CallNode, CommandNode, Expression, FunctionNode, Tree } from "./parse/nodes.ts";
import { ROOT_ID } from "./parse/parse-state.ts";
import type { Value } from "./values.ts";

/** The parsed template that is rendered. */
export interface Source {
  readonly name: string;
  readonly text: string;
  readonly trees: ReadonlyMap<string, Tree>;
  readonly variableCount: number;
}

/** The state of one render: its position, its output, and its variables. */
export interface Run {
  readonly source: Source;
  readonly meter: Meter;
  output: string;
  dot: Value;
  /** The dot is an item of a list or a map of any values, as `isAny` of a field's path says. */
  isDotAny: boolean;
  /** The node that was evaluated last, which an error points to. */
  node: Expression | CallNode | undefined;
  /** The call whose function runs now or ran last. */
  call: { readonly name: string; readonly node: CommandNode | FunctionNode } | undefined;
  /** The name of the template that is being executed. */
  treeName: string;
  calls: number;
  levels: number;
  /** The name in the data that is behind the undefined value evaluated last; undefined when no name is behind it. */
  absent: string | undefined;
  /** The names in the data that are behind variables with an undefined value, by the variables' positions on the stack. */
  readonly absentOf: (string | undefined)[];
  /** The absent names that were used, in the order of first use. */
  missing: Set<string> | undefined;
  missingUnits: number;
  /** The missing names that the output shows as `<no value>`. */
  unfilled: Set<string> | undefined;
  /** The positions of variables that a range has set to an item of any values. */
  anyAt: Set<number> | undefined;
  /**
   * The variables are a stack in three columns: the id, the value, and the previous position of the same id. `latest`
   * holds the topmost position of each id, so that a look-up needs no search. Variables below `frame` belong to
   * callers.
   */
  readonly ids: number[];
  readonly values: Value[];
  readonly before: number[];
  readonly latest: number[];
  frame: number;
}

export function newRun(source: Source, meter: Meter, dot: Value): Run {
  const run: Run = {
    source,
    meter,
    output: "",
    dot,
    isDotAny: false,
    node: undefined,
    call: undefined,
    treeName: source.name,
    calls: 0,
    levels: 0,
    absent: undefined,
    absentOf: [],
    missing: undefined,
    missingUnits: 0,
    unfilled: undefined,
    anyAt: undefined,
    ids: [],
    values: [],
    before: [],
    latest: source.variableCount === 1 ? [-1] : new Array<number>(source.variableCount).fill(-1),
    frame: 0,
  };
  pushVariable(run, ROOT_ID, dot);
  return run;
}

/** Fails with the place and the node, worded as in Go. `plain` is the message without values of the data. */
export function fail(run: Run, message: string, plain = message): never {
  const { source, node } = run;
  if (node === undefined) throw new TemplateExecError(`template: ${source.name}: ${message}`, plain);
  const place = placeOf(source.text, node.pos);
  throw new TemplateExecError(`template: ${executing(run, node, place)}: ${message}`, toldAt(place, plain));
}

/** A limit says nothing of one place in the template, although Go's message names one. */
export function failAtLimit(run: Run, message: string): never {
  const { source, node } = run;
  const place = node === undefined ? source.name : executing(run, node, placeOf(source.text, node.pos));
  throw new TemplateExecError(`template: ${place}: ${message}`, message);
}

function executing({ source, treeName }: Run, node: Expression | CallNode, { line, column }: Place): string {
  return `${source.name}:${line}:${column}: executing ${quote(treeName)} at <${nodeText(node, source.text)}>`;
}

export function emit(run: Run, text: string): void {
  if (run.output.length + text.length > LIMITS.outputBytes) exceeded("the output is larger than 1 MiB");
  run.output += text;
}

/** Counts a level that is about to open. Blocks, parentheses and template calls share the JavaScript stack. */
export function openLevel(run: Run): void {
  if (++run.levels > LIMITS.openLevels) failAtLimit(run, `more than ${LIMITS.openLevels} levels open at once`);
}

export function closeLevel(run: Run): void {
  run.levels--;
}

export function pushVariable(run: Run, id: number, value: Value): void {
  const top = run.ids.length;
  run.before.push(run.latest[id] ?? -1);
  run.latest[id] = top;
  run.ids.push(id);
  run.values.push(value);
  run.anyAt?.delete(top);
  rememberAbsent(run, top, value);
}

/** Notes the missing name behind a variable, if the value that it was just given is undefined. */
function rememberAbsent(run: Run, slot: number, value: Value): void {
  if (value === undefined) run.absentOf[slot] = run.absent;
}

export function recallAbsent(run: Run, slot: number): void {
  run.absent = run.absentOf[slot];
}

export function variableMark(run: Run): number {
  return run.ids.length;
}

export function popVariables(run: Run, mark: number): void {
  while (run.ids.length > mark) {
    const id = run.ids.pop() ?? ROOT_ID;
    run.latest[id] = run.before.pop() ?? -1;
    run.values.pop();
  }
}

function slotOf(run: Run, id: number, name: string): number {
  const slot = run.latest[id] ?? -1;
  return slot < run.frame ? fail(run, `undefined variable: ${name}`) : slot;
}

export function variableValue(run: Run, id: number, name: string): Value {
  const slot = slotOf(run, id, name);
  const value = run.values[slot];
  if (value === undefined) recallAbsent(run, slot);
  return value;
}

/** Tells whether a range took a variable's value from a list or a map of any values. */
export function isVariableAny(run: Run, id: number): boolean {
  return run.anyAt?.has(run.latest[id] ?? -1) ?? false;
}

export function assignVariable(run: Run, variable: { id: number; name: string }, value: Value, isAny = false): void {
  const slot = slotOf(run, variable.id, variable.name);
  run.values[slot] = value;
  markAny(run, slot, isAny);
  rememberAbsent(run, slot, value);
}

/**
 * Sets the variable at `depth` positions from the top, where the top is 1. A range sets the variables that it declared
 * with this.
 */
export function setTopVariable(run: Run, depth: number, value: Value, isAny: boolean): void {
  const slot = run.values.length - depth;
  run.values[slot] = value;
  markAny(run, slot, isAny);
}

function markAny(run: Run, slot: number, isAny: boolean): void {
  if (!isAny) {
    run.anyAt?.delete(slot);
    return;
  }
  run.anyAt ??= new Set();
  run.anyAt.add(slot);
}
