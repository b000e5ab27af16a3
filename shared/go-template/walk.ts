import { noteUse } from "./absence.ts";
import { ITEM, listItem, type MapValue, mapEntry, mapKeys, zeroItem } from "./data-values.ts";
import { evaluate } from "./evaluate.ts";
import { holdsAny } from "./fields.ts";
import { sprint } from "./format/printf.ts";
import { quote } from "./format/quote.ts";
import { LIMITS, step } from "./limits.ts";
import type { BranchNode, CallNode, Expression, Node } from "./parse/nodes.ts";
import { ROOT_ID } from "./parse/parse-state.ts";
import {
  assignVariable,
  closeLevel,
  emit,
  fail,
  failAtLimit,
  openLevel,
  popVariables,
  pushVariable,
  type Run,
  setTopVariable,
  variableMark,
} from "./run.ts";
import { byte, integerOf, isTrue, typeName, type Value } from "./values.ts";

/** How a list of nodes ended: at its end, or by a jump that belongs to the enclosing range. */
type Ending = "end" | "break" | "continue";

export function walk(run: Run, nodes: readonly Node[]): Ending {
  for (const node of nodes) {
    step(run.meter);
    switch (node.kind) {
      case "text":
        emit(run, node.text);
        break;
      case "action":
        action(run, node.expression, node.isSilent);
        break;
      case "template":
        callTemplate(run, node);
        break;
      case "break":
      case "continue":
        return node.kind;
      case "if":
      case "with":
      case "range": {
        const ending = branch(run, node);
        if (ending !== "end") return ending;
      }
    }
  }
  return "end";
}

function action(run: Run, expression: Expression, isSilent: boolean): void {
  const value = evaluate(run, expression);
  if (isSilent) return;
  noteUse(run, value);
  emit(run, typeof value === "string" ? value : shown(run, value));
}

function shown(run: Run, value: Value): string {
  return value === undefined ? "<no value>" : sprint(run.meter, [value]);
}

function callTemplate(run: Run, node: CallNode): void {
  run.node = node;
  const tree = run.source.trees.get(node.name);
  if (tree === undefined) fail(run, `template ${quote(node.name)} not defined`);
  if (run.calls >= LIMITS.templateCalls) failAtLimit(run, `exceeded maximum template depth (${LIMITS.templateCalls})`);
  run.absent = undefined;
  const argument = node.argument === undefined ? undefined : evaluate(run, node.argument);
  const { dot, isDotAny, treeName, frame } = run;
  openLevel(run);
  run.calls++;
  run.frame = variableMark(run);
  run.dot = argument;
  run.isDotAny = false;
  run.treeName = node.name;
  pushVariable(run, ROOT_ID, argument);
  walk(run, tree.nodes);
  popVariables(run, run.frame);
  run.calls--;
  closeLevel(run);
  run.dot = dot;
  run.isDotAny = isDotAny;
  run.treeName = treeName;
  run.frame = frame;
}

function branch(run: Run, node: BranchNode): Ending {
  openLevel(run);
  const mark = variableMark(run);
  const value = evaluate(run, node.expression);
  const ending = node.kind === "range" ? range(run, node, value) : choose(run, node, value);
  popVariables(run, mark);
  closeLevel(run);
  return ending;
}

function choose(run: Run, node: BranchNode, value: Value): Ending {
  if (!isTrue(value)) return otherwise(run, node);
  if (node.kind === "if") return walk(run, node.body);
  return walkWith(run, node.body, value);
}

function otherwise(run: Run, node: BranchNode): Ending {
  return node.otherwise === undefined ? "end" : walk(run, node.otherwise);
}

function walkWith(run: Run, nodes: readonly Node[], dot: Value): Ending {
  const { dot: outer, isDotAny } = run;
  run.dot = dot;
  run.isDotAny = false;
  const ending = walk(run, nodes);
  run.dot = outer;
  run.isDotAny = isDotAny;
  return ending;
}

/** The values that a range goes through. The keys are those of a map or the indexes of a list; an integer has none. */
interface Elements {
  readonly count: number;
  readonly keyAt: (i: number) => Value;
  readonly elementAt: (i: number) => Value;
}

const NO_KEY = () => undefined;
const NO_ELEMENTS: Elements = { count: 0, keyAt: NO_KEY, elementAt: NO_KEY };

function elements(run: Run, node: BranchNode, value: Value): Elements {
  if (value === undefined) return NO_ELEMENTS;
  const count = integerOf(value);
  if (count !== undefined) return integers(run, node, { count, isByte: typeof value !== "bigint" });
  if (typeof value === "object" && value.kind === "map") return mapElements(value);
  if (typeof value === "object" && value.kind === "list") {
    return { count: value.length, keyAt: BigInt, elementAt: (i) => listItem(value, i) };
  }
  return failToIterate(run, node, value);
}

function failToIterate(run: Run, { expression }: BranchNode, value: Value): never {
  const message = `range can't iterate over ${shown(run, value)}`;
  const isOfTemplate = expression.kind === "literal";
  fail(run, message, isOfTemplate ? message : `range can't iterate over a value of type ${typeName(value)}`);
}

function mapElements(map: MapValue): Elements {
  const keys = mapKeys(map);
  const keyAt = (i: number) => keys[i] ?? "";
  return { count: keys.length, keyAt, elementAt: (i) => mapEntry(map, keyAt(i), ITEM) ?? zeroItem(map) };
}

/** Go iterates over an integer without an index, so a second variable is an error. */
function integers(run: Run, node: BranchNode, { count, isByte }: { count: bigint; isByte: boolean }): Elements {
  if (declaredBy(node).length > 1) {
    const plain = (what: string) => `can't use ${what} to iterate over more than one variable`;
    fail(run, plain(String(count)), plain(isByte ? "a byte" : String(count)));
  }
  return { count: Number(count), keyAt: NO_KEY, elementAt: isByte ? byte : BigInt };
}

function declaredBy({ expression }: BranchNode) {
  return expression.kind === "pipeline" ? expression.declared : [];
}

function range(run: Run, node: BranchNode, value: Value): Ending {
  const { dot: outer, isDotAny } = run;
  const mark = variableMark(run);
  const all = elements(run, node, value);
  const isAny = holdsAny(value);
  for (let i = 0; i < all.count; i++) {
    step(run.meter);
    const element = all.elementAt(i);
    setRangeVariables(run, node, { element, key: all.keyAt(i), isAny });
    run.dot = element;
    run.isDotAny = isAny;
    const ending = walk(run, node.body);
    popVariables(run, mark);
    if (ending === "break") break;
  }
  run.dot = outer;
  run.isDotAny = isDotAny;
  return all.count > 0 ? "end" : otherwise(run, node);
}

/** A single variable gets the element; two variables get the key and the element. */
function setRangeVariables(run: Run, node: BranchNode, at: { key: Value; element: Value; isAny: boolean }): void {
  if (node.expression.kind !== "pipeline") return;
  const { declared, isAssignment } = node.expression;
  const [first, second] = declared;
  const { key, element, isAny } = at;
  if (first === undefined) return;
  if (!isAssignment) {
    setTopVariable(run, 1, element, isAny);
    if (second !== undefined) setTopVariable(run, 2, key, false);
    return;
  }
  assignVariable(run, first, second === undefined ? element : key, second === undefined && isAny);
  if (second !== undefined) assignVariable(run, second, element, isAny);
}
