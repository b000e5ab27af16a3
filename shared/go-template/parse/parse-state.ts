import type { Dialect } from "../dialects.ts";
import { type Place, TemplateParseError, toldAt } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type Lexer, newLexer, nextToken, placeOf } from "./lexer.ts";
import type { Tree } from "./nodes.ts";
import { describeToken, type Token, type TokenKind } from "./tokens.ts";

/** The state of parsing one definition: its look-ahead, its variables, and the number of open ranges. */
export interface Definition {
  /** Go looks ahead up to three tokens. `first` is the one that was read last, where errors are reported. */
  first: Token;
  second: Token;
  third: Token;
  peeked: number;
  /** The ids of the variables in scope, in the order of their declaration. */
  readonly declared: number[];
  readonly inScope: Map<number, number>;
  openRanges: number;
  /** The start of the current action; -1 outside actions. */
  actionPos: number;
}

export interface Parser {
  readonly name: string;
  readonly text: string;
  readonly lexer: Lexer;
  readonly dialect: Dialect;
  readonly trees: Map<string, Tree>;
  readonly variableIds: Map<string, number>;
  definition: Definition;
  nesting: number;
  tokensLeft: number;
}

/** The id of `$`, which exists at the start of every definition. */
export const ROOT_ID = 0;

const NOTHING: Token = { kind: "eof", pos: 0, end: 0, message: "" };

export function newParser(text: string, dialect: Dialect, name: string): Parser {
  return {
    name,
    text,
    lexer: newLexer(text),
    dialect,
    trees: new Map(),
    variableIds: new Map([["$", ROOT_ID]]),
    definition: newDefinition(),
    nesting: 0,
    tokensLeft: LIMITS.tokens,
  };
}

export function newDefinition(): Definition {
  return {
    first: NOTHING,
    second: NOTHING,
    third: NOTHING,
    peeked: 0,
    declared: [ROOT_ID],
    inScope: new Map([[ROOT_ID, 1]]),
    openRanges: 0,
    actionPos: -1,
  };
}

export function next(parser: Parser): Token {
  const { definition } = parser;
  if (definition.peeked === 0) {
    if (--parser.tokensLeft < 0) failAtLimit(parser, `more than ${LIMITS.tokens} tokens`);
    definition.first = nextToken(parser.lexer);
    return definition.first;
  }
  definition.peeked--;
  if (definition.peeked === 0) return definition.first;
  return definition.peeked === 1 ? definition.second : definition.third;
}

export function backup(parser: Parser): void {
  parser.definition.peeked++;
}

/** Puts a token back in front of the one that was already looked at. */
export function backupTwo(parser: Parser, token: Token): void {
  parser.definition.second = token;
  parser.definition.peeked = 2;
}

/** Puts two tokens back, `earlier` first, in front of the one that was already looked at. */
export function backupThree(parser: Parser, earlier: Token, later: Token): void {
  parser.definition.second = later;
  parser.definition.third = earlier;
  parser.definition.peeked = 3;
}

export function peek(parser: Parser): Token {
  const token = next(parser);
  backup(parser);
  return token;
}

export function nextNonSpace(parser: Parser): Token {
  let token = next(parser);
  while (token.kind === "space") token = next(parser);
  return token;
}

export function peekNonSpace(parser: Parser): Token {
  const token = nextNonSpace(parser);
  backup(parser);
  return token;
}

/** Fails with Go's wording. As in Go, the line is that of the token that was read last. */
export function fail(parser: Parser, message: string): never {
  const place = placeOf(parser.text, parser.definition.first.pos);
  throw errorAt(parser, place, { message, told: toldAt(place, message) });
}

/** A limit says nothing of one place in the template. */
function failAtLimit(parser: Parser, message: string): never {
  throw errorAt(parser, placeOf(parser.text, parser.definition.first.pos), { message, told: message });
}

function errorAt({ name }: Parser, place: Place, { message, told }: { message: string; told: string }) {
  return new TemplateParseError(`template: ${name}:${place.line}: ${message}`, place, told);
}

export function unexpected(parser: Parser, token: Token, context: string): never {
  const shown = describeToken(token, parser.text);
  if (token.kind === "error") fail(parser, shown + actionStart(parser, token));
  fail(parser, `unexpected ${shown} in ${context}`);
}

/** Says where an action began, but only if that was on another line than the error. */
function actionStart(parser: Parser, token: Token): string {
  const { actionPos } = parser.definition;
  if (actionPos < 0) return "";
  const { line } = placeOf(parser.text, actionPos);
  if (line === placeOf(parser.text, token.pos).line) return "";
  const started = `started at ${parser.name}:${line}`;
  return token.message.endsWith(" action") ? ` ${started}` : ` in action ${started}`;
}

export function expect(parser: Parser, kind: TokenKind, context: string): Token {
  const token = nextNonSpace(parser);
  return token.kind === kind ? token : unexpected(parser, token, context);
}

/** Counts a block or a parenthesis that is about to open. */
export function enter(parser: Parser): void {
  if (++parser.nesting > LIMITS.nesting) failAtLimit(parser, `nested more than ${LIMITS.nesting} levels deep`);
}

export function leave(parser: Parser): void {
  parser.nesting--;
}

export function variableId(parser: Parser, name: string): number {
  const known = parser.variableIds.get(name);
  if (known !== undefined) return known;
  const id = parser.variableIds.size;
  parser.variableIds.set(name, id);
  return id;
}

export function declare(parser: Parser, id: number): void {
  const { declared, inScope } = parser.definition;
  declared.push(id);
  inScope.set(id, (inScope.get(id) ?? 0) + 1);
}

export function isDeclared(parser: Parser, name: string): boolean {
  const id = parser.variableIds.get(name);
  return id !== undefined && (parser.definition.inScope.get(id) ?? 0) > 0;
}

/** Ends a scope: removes the variables that were declared after the first `count`. */
export function endScope(parser: Parser, count: number): void {
  const { declared, inScope } = parser.definition;
  while (declared.length > count) {
    const id = declared.pop() ?? ROOT_ID;
    inScope.set(id, (inScope.get(id) ?? 1) - 1);
  }
}
