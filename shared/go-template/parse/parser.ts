import type { Dialect } from "../dialects.ts";
import { quote, unquote } from "../format/quote.ts";
import { type BranchNode, isEmptyTree, type JumpNode, type Node } from "./nodes.ts";
import { pipeline } from "./parse-expression.ts";
import {
  backup,
  backupTwo,
  endScope,
  enter,
  expect,
  fail,
  leave,
  newDefinition,
  newParser,
  next,
  nextNonSpace,
  type Parser,
  peek,
  peekNonSpace,
  unexpected,
} from "./parse-state.ts";
import type { Token, TokenKind } from "./tokens.ts";

/** What ends a list of nodes: `{{end}}` or `{{else}}`. */
interface Closing {
  readonly kind: "end" | "else";
}

const END: Closing = { kind: "end" };
const ELSE: Closing = { kind: "else" };

/** Parses a whole template. The result holds all its definitions and the number of its variable names. */
export function parseTemplate(text: string, dialect: Dialect, name: string): Parser {
  const parser = newParser(text, dialect, name);
  const nodes: Node[] = [];
  while (peek(parser).kind !== "eof") {
    if (startsDefinition(parser)) inNewDefinition(parser, () => defineClause(parser));
    else {
      const item = textOrAction(parser);
      if (isClosing(item)) fail(parser, `unexpected {{${item.kind}}}`);
      nodes.push(item);
    }
  }
  addTree(parser, name, nodes);
  return parser;
}

/**
 * Tells whether a definition starts here, and consumes `{{define` if so. Definitions are recognised only at the top
 * level.
 */
function startsDefinition(parser: Parser): boolean {
  if (peek(parser).kind !== "open") return false;
  const open = next(parser);
  if (nextNonSpace(parser).kind === "define") return true;
  backupTwo(parser, open);
  return false;
}

function inNewDefinition(parser: Parser, read: () => void): void {
  const outer = parser.definition;
  parser.definition = newDefinition();
  read();
  parser.definition = outer;
}

function defineClause(parser: Parser): void {
  const context = "define clause";
  const name = templateName(parser, context);
  expect(parser, "close", context);
  addTree(parser, name, wholeBody(parser, context));
}

/** Reads a body that has to end with `{{end}}` and must not contain `{{else}}`. */
function wholeBody(parser: Parser, context: string): Node[] {
  const { nodes, closing } = list(parser);
  if (closing === ELSE) fail(parser, `unexpected {{else}} in ${context}`);
  return nodes;
}

function templateName(parser: Parser, context: string): string {
  const token = nextNonSpace(parser);
  if (token.kind !== "string" && token.kind !== "rawString") unexpected(parser, token, context);
  return unquote(parser.text.slice(token.pos, token.end)) ?? fail(parser, "invalid syntax");
}

/** A second definition of the same name is allowed only when one of the two is empty. */
function addTree(parser: Parser, name: string, nodes: Node[]): void {
  const tree = { name, nodes: nodes.slice() };
  const earlier = parser.trees.get(name);
  if (earlier === undefined || isEmptyTree(earlier)) parser.trees.set(name, tree);
  else if (!isEmptyTree(tree)) fail(parser, `template: multiple definition of template ${quote(name)}`);
}

function isClosing(item: Node | Closing): item is Closing {
  return item === END || item === ELSE;
}

function list(parser: Parser): { nodes: Node[]; closing: Closing } {
  const nodes: Node[] = [];
  while (peekNonSpace(parser).kind !== "eof") {
    const item = textOrAction(parser);
    if (isClosing(item)) return { nodes, closing: item };
    nodes.push(item);
  }
  return fail(parser, "unexpected EOF");
}

function textOrAction(parser: Parser): Node | Closing {
  const token = nextNonSpace(parser);
  if (token.kind === "text") return { kind: "text", pos: token.pos, text: parser.text.slice(token.pos, token.end) };
  if (token.kind !== "open") unexpected(parser, token, "input");
  const { definition } = parser;
  definition.actionPos = token.pos;
  const item = action(parser);
  definition.actionPos = -1;
  return item;
}

function action(parser: Parser): Node | Closing {
  const token = nextNonSpace(parser);
  const control = CONTROLS[token.kind];
  if (control !== undefined) return control(parser, token);
  backup(parser);
  const expression = pipeline(parser, "command", "close");
  const isSilent = expression.kind === "pipeline" && expression.declared.length > 0;
  return { kind: "action", pos: token.pos, expression, isSilent };
}

type Control = (parser: Parser, token: Token) => Node | Closing;

const CONTROLS: Readonly<Partial<Record<TokenKind, Control>>> = {
  block: blockControl,
  break: (parser, { pos }) => jump(parser, "break", pos),
  continue: (parser, { pos }) => jump(parser, "continue", pos),
  else: elseControl,
  end: endControl,
  if: (parser) => branch(parser, "if"),
  range: (parser) => branch(parser, "range"),
  template: templateControl,
  with: (parser) => branch(parser, "with"),
};

function jump(parser: Parser, kind: JumpNode["kind"], pos: number): Node {
  const token = nextNonSpace(parser);
  if (token.kind !== "close") unexpected(parser, token, `{{${kind}}}`);
  if (parser.definition.openRanges === 0) fail(parser, `{{${kind}}} outside {{range}}`);
  return { kind, pos };
}

function endControl(parser: Parser): Closing {
  expect(parser, "close", "end");
  return END;
}

/** In `{{else if` and `{{else with`, the keyword is left for the branch to read. */
function elseControl(parser: Parser): Closing {
  const { kind } = peekNonSpace(parser);
  if (kind !== "if" && kind !== "with") expect(parser, "close", "else");
  return ELSE;
}

function branch(parser: Parser, kind: BranchNode["kind"]): BranchNode {
  enter(parser);
  const { definition } = parser;
  const outer = definition.declared.length;
  const { pos } = peekNonSpace(parser);
  const expression = pipeline(parser, kind, "close");
  const isRange = kind === "range" ? 1 : 0;
  definition.openRanges += isRange;
  const { nodes, closing } = list(parser);
  definition.openRanges -= isRange;
  const otherwise = closing === ELSE ? elseList(parser, kind) : undefined;
  endScope(parser, outer);
  leave(parser);
  return { kind, pos, expression, body: nodes.slice(), otherwise };
}

/** `{{else if x}}` is an if inside the else that shares its `{{end}}`. */
function elseList(parser: Parser, kind: BranchNode["kind"]): readonly Node[] {
  if (kind !== "range" && peek(parser).kind === kind) {
    next(parser);
    return [branch(parser, kind)];
  }
  const { nodes, closing } = list(parser);
  if (closing === ELSE) fail(parser, "expected end; found {{else}}");
  return nodes.slice();
}

function templateControl(parser: Parser): Node {
  const context = "template clause";
  const { pos } = peekNonSpace(parser);
  const name = templateName(parser, context);
  if (nextNonSpace(parser).kind === "close") return { kind: "template", pos, name, argument: undefined };
  backup(parser);
  return { kind: "template", pos, name, argument: pipeline(parser, context, "close") };
}

/** `{{block "name" value}}` defines a template and calls it at the same place. */
function blockControl(parser: Parser): Node {
  const context = "block clause";
  const { pos } = peekNonSpace(parser);
  const name = templateName(parser, context);
  const argument = pipeline(parser, context, "close");
  enter(parser);
  const outer = parser.definition;
  parser.definition = newDefinition();
  const { nodes, closing } = list(parser);
  const inner = parser.definition;
  parser.definition = outer;
  // Go reports a stray else at the line of the clause, and a second definition at the line of the end.
  if (closing === ELSE) fail(parser, `unexpected {{else}} in ${context}`);
  parser.definition = inner;
  addTree(parser, name, nodes);
  parser.definition = outer;
  leave(parser);
  return { kind: "template", pos, name, argument };
}
