import type { BranchNode, Expression, Node, Operand } from "./parse/nodes.ts";
import { ROOT_ID } from "./parse/parse-state.ts";
import type { Source } from "./run.ts";

/** The variables found so far, and the `{{define}}`s to search. `dotIsData` below: `.` is the caller's data, as `$` always is. */
interface Search {
  readonly found: Map<string, number>;
  readonly called: Set<string>;
}

/**
 * Returns the top-level fields of the data that a template mentions (`.name`, `$.name`, `index . "name"`), each once,
 * in the order of first mention. A definition counts when it is called with the data itself. Inside `with` and `range`
 * the dot is another value, so only `$` counts there.
 */
export function templateVariables(template: Source): string[] {
  const found = new Map<string, number>();
  const called = new Set<string>([template.name]);
  // The set grows while this loop goes through it, so that every definition is searched once and without recursion.
  for (const name of called) {
    const nodes = template.trees.get(name)?.nodes ?? [];
    searchNodes({ found, called }, nodes, true);
  }
  return [...found].sort(([, a], [, b]) => a - b).map(([name]) => name);
}

function searchNodes(search: Search, nodes: readonly Node[], dotIsData: boolean): void {
  for (const node of nodes) {
    if (node.kind === "action") searchExpression(search, node.expression, dotIsData);
    else if (node.kind === "template") searchCall(search, node.name, { argument: node.argument, dotIsData });
    else if (node.kind === "if" || node.kind === "with" || node.kind === "range") searchBranch(search, node, dotIsData);
  }
}

function searchCall(
  search: Search,
  name: string,
  { argument, dotIsData }: { argument: Expression | undefined; dotIsData: boolean },
): void {
  if (argument === undefined) return;
  searchExpression(search, argument, dotIsData);
  if (isData(argument, dotIsData)) search.called.add(name);
}

function searchBranch(search: Search, node: BranchNode, dotIsData: boolean): void {
  searchExpression(search, node.expression, dotIsData);
  const keepsDot = node.kind === "if" || (node.kind === "with" && isData(node.expression, dotIsData));
  searchNodes(search, node.body, dotIsData && keepsDot);
  if (node.otherwise !== undefined) searchNodes(search, node.otherwise, dotIsData);
}

/** Tells whether an expression is the data: `$`, or `.` where that is the data. */
function isData(expression: Expression | undefined, dotIsData: boolean): boolean {
  if (expression?.kind === "paren") return isData(expression.inner, dotIsData);
  if (expression?.kind === "variable") return expression.id === ROOT_ID && expression.fields === undefined;
  return expression?.kind === "dot" && dotIsData;
}

function searchExpression(search: Search, expression: Expression, dotIsData: boolean): void {
  if (expression.kind === "pipeline") {
    for (const command of expression.commands) searchExpression(search, command, dotIsData);
  } else if (expression.kind === "command") {
    const [item, key] = expression.args;
    if (isIndex(expression.word) && isData(item, dotIsData)) mentionKey(search, key);
    for (const operand of [expression.word, ...expression.args]) searchOperand(search, operand, dotIsData);
  } else searchOperand(search, expression, dotIsData);
}

function isIndex(word: Operand): boolean {
  return word.kind === "function" && word.builtin.name === "index";
}

function mentionKey(search: Search, key: Operand | undefined): void {
  if (key?.kind === "literal" && typeof key.value === "string") mention(search, key.value, key.pos);
}

function searchOperand(search: Search, operand: Operand, dotIsData: boolean): void {
  switch (operand.kind) {
    case "field":
      if (dotIsData) mention(search, operand.name, operand.pos);
      break;
    case "variable":
      if (operand.id === ROOT_ID && operand.fields !== undefined) mention(search, operand.fields[0] ?? "", operand.pos);
      break;
    case "paren":
      searchExpression(search, operand.inner, dotIsData);
      break;
    case "chain":
      if (isData(operand.base, dotIsData)) mention(search, operand.fields[0] ?? "", operand.pos);
      searchOperand(search, operand.base, dotIsData);
      break;
    case "dot":
    case "nil":
    case "literal":
    case "function":
      break;
  }
}

function mention(search: Search, name: string, pos: number): void {
  const earlier = search.found.get(name);
  if (earlier === undefined || pos < earlier) search.found.set(name, pos);
}
