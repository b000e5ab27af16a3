import { dotOf, noteUse, taken } from "./absence.ts";
import { field, fields, holdsAny, refuseArguments } from "./fields.ts";
import { nodeText, operandText } from "./format/node-text.ts";
import { type Builtin, callFailure } from "./functions.ts";
import { step } from "./limits.ts";
import type {
  ChainNode,
  CommandNode,
  DotNode,
  Expression,
  FieldNode,
  FunctionNode,
  LiteralNode,
  NilNode,
  Operand,
  ParenNode,
  PipelineNode,
  VariableNode,
} from "./parse/nodes.ts";
import {
  assignVariable,
  closeLevel,
  fail,
  isVariableAny,
  openLevel,
  pushVariable,
  type Run,
  variableValue,
} from "./run.ts";
import { isNull, isTrue, typeName, type Value } from "./values.ts";

/** The result of the previous stage of a pipeline. NO_FINAL means that there is none. */
const NO_FINAL = Symbol("no final argument");
type Final = Value | typeof NO_FINAL;
const NO_ARGS: readonly Operand[] = [];

type PlainOperand = DotNode | NilNode | LiteralNode | ParenNode;

export function evaluate(run: Run, expression: Expression): Value {
  if (expression.kind === "pipeline") return evaluatePipeline(run, expression);
  if (expression.kind === "command") run.node = expression;
  return taken(run, evaluateCommand(run, expression, NO_FINAL));
}

function evaluatePipeline(run: Run, pipeline: PipelineNode): Value {
  run.node = pipeline;
  let value: Final = NO_FINAL;
  for (const command of pipeline.commands) {
    step(run.meter);
    value = taken(run, evaluateCommand(run, command, value));
  }
  const result = value === NO_FINAL ? undefined : value;
  for (const variable of pipeline.declared) {
    if (pipeline.isAssignment) assignVariable(run, variable, result);
    else pushVariable(run, variable.id, result);
  }
  return result;
}

function evaluateCommand(run: Run, command: Operand | CommandNode, final: Final): Value {
  const isCall = command.kind === "command";
  const word = isCall ? command.word : command;
  const hasArguments = isCall || final !== NO_FINAL;
  switch (word.kind) {
    case "field":
      run.node = word;
      return fieldValue(run, word, hasArguments);
    case "variable":
      run.node = word;
      return variable(run, word, hasArguments);
    case "function": {
      run.node = word;
      const node = isCall ? command : word;
      return callFunction(run, { word, node, args: isCall ? command.args : NO_ARGS, final });
    }
    case "chain":
      run.node = word;
      return chain(run, word, hasArguments);
    case "dot":
    case "nil":
    case "literal":
    case "paren":
      return plainValue(run, word, hasArguments);
  }
}

/** Evaluates words that are not functions and have no fields. */
function plainValue(run: Run, word: PlainOperand, hasArguments: boolean): Value {
  if (word.kind !== "paren") run.node = word;
  if (hasArguments) notAFunction(run, word);
  switch (word.kind) {
    case "dot":
      return dotOf(run);
    case "literal":
      return constant(run, word);
    case "paren":
      return inParentheses(run, word.inner);
    case "nil":
      return fail(run, "nil is not a command");
  }
}

function notAFunction(run: Run, word: Operand): never {
  const { text } = run.source;
  const shown = word.kind === "paren" ? nodeText(word.inner, text) : operandText(word, text);
  fail(run, `can't give argument to non-function ${shown}`);
}

function inParentheses(run: Run, inner: Expression): Value {
  openLevel(run);
  const value = evaluate(run, inner);
  closeLevel(run);
  return value;
}

function constant(run: Run, node: LiteralNode): Value {
  return node.overflow ? fail(run, `${operandText(node, run.source.text)} overflows int`) : node.value;
}

function fieldValue(run: Run, node: FieldNode, hasArguments: boolean): Value {
  const dot = dotOf(run);
  if (node.rest === undefined) {
    if (hasArguments) refuseArguments(run, dot, node.name);
    return field(run, dot, node.name, run.isDotAny);
  }
  const first = field(run, dot, node.name, run.isDotAny);
  return fields(run, first, { names: node.rest, hasArguments, isAny: holdsAny(dot) });
}

function variable(run: Run, node: VariableNode, hasArguments: boolean): Value {
  const value = variableValue(run, node.id, node.name);
  if (node.fields !== undefined)
    return fields(run, value, { names: node.fields, hasArguments, isAny: isVariableAny(run, node.id) });
  return hasArguments ? notAFunction(run, node) : value;
}

function chain(run: Run, node: ChainNode, hasArguments: boolean): Value {
  return fields(run, argument(run, node.base, false), { names: node.fields, hasArguments, isAny: false });
}

interface Call {
  readonly word: FunctionNode;
  readonly node: CommandNode | FunctionNode;
  readonly args: readonly Operand[];
  readonly final: Final;
}

function callFunction(run: Run, call: Call): Value {
  const { builtin } = call.word;
  checkCount(run, call);
  if (call.final !== NO_FINAL) handed(run, builtin, call.final);
  if (builtin.special === "and" || builtin.special === "or") return shortCircuit(run, call, builtin.special === "or");
  const value = called(run, call);
  // The function's operands have been noted already, and what `index` finds absent needs no value.
  run.absent = undefined;
  return isNull(value) ? undefined : value;
}

function called(run: Run, call: Call): Value {
  const { builtin } = call.word;
  const values: Value[] = [];
  for (const arg of call.args) {
    values.push(handed(run, builtin, argument(run, arg, builtin.takesString && values.length === 0)));
  }
  if (call.final !== NO_FINAL) {
    values.push(builtin.takesString && values.length === 0 ? requireString(run, call.final) : call.final);
  }
  run.call = { name: builtin.name, node: call.node };
  if (builtin.special === "call") throw callFailure(values[0], calleeText(run, call), call.args.length === 0);
  return builtin.run(run.meter, values);
}

/**
 * Notes an absent operand of a function. Only a function with `seesNull` gets the null itself; other functions get the
 * value inside.
 */
function handed(run: Run, builtin: Builtin, value: Value): Value {
  const inside = taken(run, value);
  if (!builtin.takesAbsent) noteUse(run, inside, !builtin.hidesAbsent);
  return builtin.seesNull ? value : inside;
}

function checkCount(run: Run, { word: { builtin }, args, final }: Call): void {
  const count = args.length + (final === NO_FINAL ? 0 : 1);
  if (builtin.isVariadic && count < builtin.needs) {
    fail(run, `wrong number of args for ${builtin.name}: want at least ${builtin.needs} got ${args.length}`);
  }
  if (!builtin.isVariadic && count !== builtin.needs) {
    fail(run, `wrong number of args for ${builtin.name}: want ${builtin.needs} got ${count}`);
  }
}

/**
 * Returns the first operand that decides, or else the last one; the operands after it are not evaluated. When the
 * answer is an absent value, it stays marked as absent.
 */
function shortCircuit(run: Run, { word: { builtin }, args, final }: Call, stopsAt: boolean): Value {
  const { absent } = run;
  let value: Value;
  for (const arg of args) {
    value = handed(run, builtin, argument(run, arg, false));
    if (isTrue(value) === stopsAt) return value;
  }
  if (final === NO_FINAL) return value;
  run.absent = absent;
  return final;
}

function calleeText(run: Run, { args, final }: Call): string {
  const [first] = args;
  if (first?.kind === "paren") return nodeText(first.inner, run.source.text);
  if (first !== undefined) return operandText(first, run.source.text);
  return typeof final === "string" ? final : `<${typeName(final === NO_FINAL ? undefined : final)} Value>`;
}

function argument(run: Run, node: Operand, mustBeString: boolean): Value {
  step(run.meter);
  if (node.kind === "nil") return nilArgument(run, node, mustBeString);
  if (node.kind === "literal") return literalArgument(run, node, mustBeString);
  run.node = node.kind === "paren" ? node.inner : node;
  const value = evaluateCommand(run, node, NO_FINAL);
  if (!mustBeString) return value;
  // A value counts as passed to the function even when it is then refused.
  noteUse(run, taken(run, value));
  return requireString(run, value);
}

function nilArgument(run: Run, node: Operand, mustBeString: boolean): undefined {
  run.node = node;
  run.absent = undefined;
  if (mustBeString) fail(run, "cannot assign nil to string");
}

function literalArgument(run: Run, node: LiteralNode, mustBeString: boolean): Value {
  run.node = node;
  if (mustBeString && typeof node.value !== "string") {
    fail(run, `expected string; found ${operandText(node, run.source.text)}`);
  }
  return constant(run, node);
}

function requireString(run: Run, value: Value): Value {
  if (value === undefined) fail(run, "invalid value; expected string");
  if (typeof value !== "string") fail(run, `wrong type for value; expected string; got ${typeName(value)}`);
  return value;
}
