import { quote, unquote } from "../format/quote.ts";
import type { Value } from "../values.ts";
import type { ChainNode, CommandNode, Expression, LiteralNode, Operand, VariableNode } from "./nodes.ts";
import { characterLiteral, complexLiteral, type Literal, numberLiteral } from "./number-literals.ts";
import {
  backup,
  backupThree,
  backupTwo,
  declare,
  enter,
  fail,
  isDeclared,
  leave,
  next,
  nextNonSpace,
  type Parser,
  peek,
  peekNonSpace,
  unexpected,
  variableId,
} from "./parse-state.ts";
import type { Token, TokenKind } from "./tokens.ts";

const STARTS_OPERAND: ReadonlySet<TokenKind> = new Set<TokenKind>([
  "bool",
  "character",
  "complex",
  "dot",
  "field",
  "identifier",
  "number",
  "nil",
  "rawString",
  "string",
  "variable",
  "paren",
]);

/** Parses everything up to `end`: declarations, then commands joined by `|`. `context` names the place in messages. */
export function pipeline(parser: Parser, context: string, end: TokenKind): Expression {
  const { pos } = peekNonSpace(parser);
  const { declared, isAssignment } = declarations(parser, context);
  const commands = commandsUntil(parser, context, end);
  const [only] = commands;
  if (only === undefined) fail(parser, `missing value for ${context}`);
  checkStages(parser, commands);
  if (commands.length === 1 && declared.length === 0) return only;
  return { kind: "pipeline", pos, declared, isAssignment, commands: commands.slice() };
}

function commandsUntil(parser: Parser, context: string, end: TokenKind): (Operand | CommandNode)[] {
  const commands: (Operand | CommandNode)[] = [];
  for (;;) {
    const token = nextNonSpace(parser);
    if (token.kind === end) return commands;
    if (!STARTS_OPERAND.has(token.kind)) unexpected(parser, token, context);
    backup(parser);
    commands.push(command(parser));
  }
}

/** Only the first stage of a pipeline may be a plain value. */
function checkStages(parser: Parser, commands: readonly (Operand | CommandNode)[]): void {
  for (let stage = 1; stage < commands.length; stage++) {
    const stageCommand = commands[stage];
    const first = stageCommand?.kind === "command" ? stageCommand.word : stageCommand;
    if (first?.kind === "literal" || first?.kind === "dot" || first?.kind === "nil") {
      fail(parser, `non executable command in pipeline stage ${stage + 1}`);
    }
  }
}

const NONE: readonly VariableNode[] = [];

interface Declarations {
  declared: readonly VariableNode[];
  isAssignment: boolean;
}

function declarations(parser: Parser, context: string): Declarations {
  if (peekNonSpace(parser).kind !== "variable") return { declared: NONE, isAssignment: false };
  const declared: VariableNode[] = [];
  while (peekNonSpace(parser).kind === "variable") {
    const sign = declaration(parser, declared);
    if (sign !== "comma") return { declared: declared.slice(), isAssignment: sign === "assign" };
    checkSecondVariable(parser, context, declared.length);
  }
  return { declared, isAssignment: false };
}

/**
 * Reads one `$x :=`, `$x =` or `$x,`. When anything else follows, the variable is a value, and its tokens are put back.
 */
function declaration(parser: Parser, declared: VariableNode[]): "comma" | "assign" | "declare" | undefined {
  const variable = next(parser);
  const after = peek(parser);
  const sign = peekNonSpace(parser);
  const isComma = sign.kind === "char" && parser.text[sign.pos] === ",";
  if (isComma || sign.kind === "assign" || sign.kind === "declare") {
    nextNonSpace(parser);
    const node = variableNode(parser, variable);
    declared.push(node);
    declare(parser, node.id);
    return sign.kind === "assign" || sign.kind === "declare" ? sign.kind : "comma";
  }
  if (after.kind === "space") backupThree(parser, variable, after);
  else backupTwo(parser, variable);
  return undefined;
}

function checkSecondVariable(parser: Parser, context: string, count: number): void {
  if (context !== "range" || count >= 2) fail(parser, `too many declarations in ${context}`);
  const { kind } = peekNonSpace(parser);
  if (kind !== "variable" && kind !== "close" && kind !== "endParen") {
    fail(parser, "range can only initialize variables");
  }
}

function variableNode(parser: Parser, token: Token): VariableNode {
  const name = parser.text.slice(token.pos, token.end);
  return { kind: "variable", pos: token.pos, id: variableId(parser, name), name, fields: undefined };
}

/** Reads operands separated by spaces. A single operand is answered as itself. */
function command(parser: Parser): Operand | CommandNode {
  const { pos } = peekNonSpace(parser);
  let word: Operand | undefined;
  const args: Operand[] = [];
  do {
    peekNonSpace(parser);
    const read = operand(parser);
    if (word === undefined) word = read;
    else if (read !== undefined) args.push(read);
  } while (hasMoreOperands(parser));
  if (word === undefined) fail(parser, "empty command");
  return args.length === 0 ? word : { kind: "command", pos, word, args: args.slice() };
}

function hasMoreOperands(parser: Parser): boolean {
  const token = next(parser);
  if (token.kind === "space") return true;
  if (token.kind === "close" || token.kind === "endParen") backup(parser);
  else if (token.kind !== "pipe") unexpected(parser, token, "operand");
  return false;
}

function operand(parser: Parser): Operand | undefined {
  const node = term(parser);
  if (node === undefined) return undefined;
  const { kind, pos } = peek(parser);
  return kind === "field" ? withFields(parser, node, pos) : node;
}

function withFields(parser: Parser, node: Operand, pos: number): Operand {
  const fields: string[] = [];
  while (peek(parser).kind === "field") fields.push(fieldName(parser, next(parser)));
  if (node.kind === "field") return { ...node, pos, rest: fields };
  if (node.kind === "variable") return { ...node, pos, fields };
  if (node.kind === "literal" || node.kind === "nil" || node.kind === "dot") {
    fail(parser, `unexpected . after term ${quote(termText(parser, node))}`);
  }
  const chain: ChainNode = { kind: "chain", pos, base: node, fields };
  return chain;
}

function termText(parser: Parser, node: Operand): string {
  if (node.kind === "literal") return parser.text.slice(node.pos, node.end);
  return node.kind === "nil" ? "nil" : ".";
}

function fieldName(parser: Parser, token: Token): string {
  return parser.text.slice(token.pos + 1, token.end);
}

type Term = (parser: Parser, token: Token) => Operand;

/** Returns undefined and consumes nothing when no operand starts here. */
function term(parser: Parser): Operand | undefined {
  const token = nextNonSpace(parser);
  const read = TERMS[token.kind];
  if (read !== undefined) return read(parser, token);
  backup(parser);
  return undefined;
}

const TERMS: Readonly<Partial<Record<TokenKind, Term>>> = {
  identifier: functionTerm,
  dot: (_, { pos }) => ({ kind: "dot", pos }),
  nil: (_, { pos }) => ({ kind: "nil", pos }),
  variable: variableTerm,
  field: (parser, token) => ({ kind: "field", pos: token.pos, name: fieldName(parser, token), rest: undefined }),
  bool: (parser, token) => literal(token, parser.text[token.pos] === "t"),
  character: (parser, token) => numberTerm(parser, token, characterLiteral),
  complex: (parser, token) => numberTerm(parser, token, complexLiteral),
  number: (parser, token) => numberTerm(parser, token, numberLiteral),
  string: stringTerm,
  rawString: stringTerm,
  paren: parenTerm,
};

function literal(token: Token, value: Value, overflow = false): LiteralNode {
  return { kind: "literal", pos: token.pos, end: token.end, value, overflow };
}

function functionTerm(parser: Parser, token: Token): Operand {
  const name = parser.text.slice(token.pos, token.end);
  const builtin = parser.dialect.functions.get(name);
  if (builtin === undefined) fail(parser, `function ${quote(name)} not defined`);
  return { kind: "function", pos: token.pos, builtin };
}

function variableTerm(parser: Parser, token: Token): Operand {
  const name = parser.text.slice(token.pos, token.end);
  if (!isDeclared(parser, name)) fail(parser, `undefined variable ${quote(name)}`);
  return variableNode(parser, token);
}

function numberTerm(parser: Parser, token: Token, read: (text: string) => Literal): Operand {
  const number = read(parser.text.slice(token.pos, token.end));
  if ("error" in number) fail(parser, number.error);
  return "overflow" in number ? literal(token, undefined, true) : literal(token, number.value);
}

function stringTerm(parser: Parser, token: Token): Operand {
  const value = unquote(parser.text.slice(token.pos, token.end));
  return value === undefined ? fail(parser, "invalid syntax") : literal(token, value);
}

function parenTerm(parser: Parser, token: Token): Operand {
  enter(parser);
  const inner = pipeline(parser, "parenthesized pipeline", "endParen");
  leave(parser);
  return { kind: "paren", pos: token.pos, inner };
}
