import type { CallNode, CommandNode, Expression, Node, Operand, PipelineNode } from "./parse/nodes.ts";
import { ROOT_ID } from "./parse/parse-state.ts";
import type { Source } from "./run.ts";

interface Search {
  readonly needed: Set<string>;
  readonly called: Set<string>;
}

/**
 * Returns the names of the data that every render of a template needs: those that are printed or passed to a function
 * outside all branches (D44b). Whether further names are needed depends on the data.
 */
export function neededVariables(template: Source): ReadonlySet<string> {
  const search: Search = { needed: new Set(), called: new Set([template.name]) };
  // The set grows while this loop goes through it, so that called templates are searched too.
  for (const name of search.called) searchNodes(search, template.trees.get(name)?.nodes ?? []);
  return search.needed;
}

/** Searches nodes in which the dot is the data. */
function searchNodes(search: Search, nodes: readonly Node[]): void {
  for (const node of nodes) {
    if (node.kind === "action") searchExpression(search, node.expression, !node.isSilent);
    if (node.kind === "if" || node.kind === "with" || node.kind === "range")
      searchExpression(search, node.expression, false);
    if (node.kind === "template") searchCall(search, node);
  }
}

function searchCall(search: Search, { name, argument }: CallNode): void {
  if (argument === undefined) return;
  searchExpression(search, argument, false);
  if (isData(argument)) search.called.add(name);
}

/** Tells whether an expression is `.` or `$`. */
const isData = (expression: Expression): boolean =>
  expression.kind === "dot" ||
  (expression.kind === "variable" && expression.id === ROOT_ID && expression.fields === undefined);

/** `isUsed` says that the expression's value is printed or passed to a function. */
function searchExpression(search: Search, expression: Expression, isUsed: boolean): void {
  if (expression.kind === "pipeline") searchPipeline(search, expression, isUsed);
  else if (expression.kind === "command") searchCommand(search, expression, false);
  else searchOperand(search, expression, isUsed);
}

function searchPipeline(search: Search, { commands }: PipelineNode, isUsed: boolean): void {
  for (const [i, command] of commands.entries()) {
    const next = commands[i + 1];
    const isHandedOn = next !== undefined && takes(next);
    if (command.kind === "command") searchCommand(search, command, i > 0);
    else searchOperand(search, command, next === undefined ? isUsed : isHandedOn);
  }
}

const wordOf = (command: Operand | CommandNode): Operand => (command.kind === "command" ? command.word : command);

/** Tells whether a command is a function that needs its operands. */
function takes(command: Operand | CommandNode): boolean {
  const word = wordOf(command);
  return word.kind === "function" && !word.builtin.takesAbsent;
}

/** `and` and `or` are sure to evaluate only their first operand. */
function searchCommand(search: Search, command: CommandNode, hasFinal: boolean): void {
  const { word, args } = command;
  const isShort = word.kind === "function" && (word.builtin.special === "and" || word.builtin.special === "or");
  for (const arg of isShort ? args.slice(0, 1) : args) searchOperand(search, arg, takes(command));
  if (word.kind !== "function" && !hasFinal) searchOperand(search, word, false);
}

function searchOperand(search: Search, operand: Operand, isUsed: boolean): void {
  if (operand.kind === "paren") searchExpression(search, operand.inner, isUsed);
  if (operand.kind === "chain") searchChain(search, operand.base, { field: operand.fields[0], isUsed });
  if (!isUsed) return;
  if (operand.kind === "field") search.needed.add(operand.name);
  if (operand.kind === "variable" && operand.id === ROOT_ID && operand.fields?.[0] !== undefined)
    search.needed.add(operand.fields[0]);
}

function searchChain(
  search: Search,
  base: Operand,
  { field, isUsed }: { readonly field: string | undefined; readonly isUsed: boolean },
): void {
  const isOfData = base.kind === "paren" && isData(base.inner);
  if (isOfData && isUsed && field !== undefined) search.needed.add(field);
  searchOperand(search, base, isUsed);
}
