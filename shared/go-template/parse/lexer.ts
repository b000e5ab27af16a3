import { byteLength, characterCount } from "../bytes.ts";
import type { Place } from "../errors.ts";
import { quote } from "../format/quote.ts";
import { isNameCharacter, unicodeName } from "../unicode.ts";
import { scanNumber } from "./lex-number.ts";
import { type Token, type TokenKind, wordKind } from "./tokens.ts";

/** The state of the lexer. It reads the text once and goes back at most a character or two. */
export interface Lexer {
  readonly text: string;
  pos: number;
  insideAction: boolean;
  openParens: number;
}

const OPEN = "{{";
const CLOSE = "}}";
const MARKER_LENGTH = 2;
const BRACE = 0x7d;
const DASH = 0x2d;

export function newLexer(text: string): Lexer {
  return { text, pos: 0, insideAction: false, openParens: 0 };
}

export function nextToken(lexer: Lexer): Token {
  return lexer.insideAction ? actionToken(lexer) : textToken(lexer);
}

function token(kind: TokenKind, pos: number, end: number): Token {
  return { kind, pos, end, message: "" };
}

/** Takes the text up to `end` as one token. */
function take(lexer: Lexer, kind: TokenKind, end: number): Token {
  const pos = lexer.pos;
  lexer.pos = end;
  return token(kind, pos, end);
}

function fail(lexer: Lexer, message: string): Token {
  return { kind: "error", pos: lexer.pos, end: lexer.pos, message };
}

function isSpace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

/** Reads text up to the next action and drops comments. */
function textToken(lexer: Lexer): Token {
  let read: Token | undefined;
  while (read === undefined) read = textOrOpen(lexer);
  return read;
}

/** Returns undefined after a comment. */
function textOrOpen(lexer: Lexer): Token | undefined {
  const { text, pos } = lexer;
  const open = text.indexOf(OPEN, pos);
  if (open < 0) return lastToken(lexer);
  const inner = open + OPEN.length;
  const trims = hasLeftMarker(text, inner);
  const end = trims ? trimEnd(text, pos, open) : open;
  lexer.pos = open;
  return end > pos ? token("text", pos, end) : openOrComment(lexer, open, trims ? inner + MARKER_LENGTH : inner);
}

function lastToken(lexer: Lexer): Token {
  const { text, pos } = lexer;
  return pos < text.length ? take(lexer, "text", text.length) : token("eof", pos, pos);
}

function openOrComment(lexer: Lexer, open: number, inner: number): Token | undefined {
  return lexer.text.startsWith("/*", inner) ? skipComment(lexer, inner) : openAction(lexer, open, inner);
}

function openAction(lexer: Lexer, open: number, inner: number): Token {
  lexer.pos = inner;
  lexer.insideAction = true;
  lexer.openParens = 0;
  return token("open", open, open + OPEN.length);
}

function skipComment(lexer: Lexer, start: number): Token | undefined {
  const { text } = lexer;
  lexer.pos = start;
  const close = text.indexOf("*/", start + 2);
  if (close < 0) return fail(lexer, "unclosed comment");
  const after = closeLength(text, close + 2);
  if (after === 0) return fail(lexer, "comment ends before closing delimiter");
  lexer.pos = afterClose(text, close + 2, after);
  return undefined;
}

function hasLeftMarker(text: string, pos: number): boolean {
  return text.charCodeAt(pos) === DASH && isSpace(text.charCodeAt(pos + 1));
}

function trimEnd(text: string, start: number, end: number): number {
  let at = end;
  while (at > start && isSpace(text.charCodeAt(at - 1))) at--;
  return at;
}

/** Returns the length of a closing delimiter at `pos`, with its trim marker, or 0 when there is none. */
function closeLength(text: string, pos: number): number {
  const code = text.charCodeAt(pos);
  if (code === BRACE) return text.charCodeAt(pos + 1) === BRACE ? CLOSE.length : 0;
  const isMarked = isSpace(code) && text.charCodeAt(pos + 1) === DASH && text.startsWith(CLOSE, pos + MARKER_LENGTH);
  return isMarked ? MARKER_LENGTH + CLOSE.length : 0;
}

function afterClose(text: string, pos: number, length: number): number {
  let at = pos + length;
  if (length > CLOSE.length) while (isSpace(text.charCodeAt(at))) at++;
  return at;
}

function closeAction(lexer: Lexer, length: number): Token {
  const end = lexer.pos + length;
  const close = token("close", end - CLOSE.length, end);
  lexer.pos = afterClose(lexer.text, lexer.pos, length);
  lexer.insideAction = false;
  return close;
}

function actionToken(lexer: Lexer): Token {
  const { text, pos } = lexer;
  if (pos >= text.length) return fail(lexer, "unclosed action");
  const read = READERS[text.charCodeAt(pos)];
  return read === undefined ? otherToken(lexer) : read(lexer);
}

/** Reads a brace or a space, either of which may be the end of the action. */
function closeOr(lexer: Lexer, other: Reader): Token {
  const length = closeLength(lexer.text, lexer.pos);
  if (length === 0) return other(lexer);
  return lexer.openParens === 0 ? closeAction(lexer, length) : fail(lexer, "unclosed left paren");
}

/** The last of the spaces before a trimming delimiter belongs to the delimiter. */
function spaceToken(lexer: Lexer): Token {
  const { text } = lexer;
  let end = lexer.pos;
  while (isSpace(text.charCodeAt(end))) end++;
  return take(lexer, "space", closeLength(text, end - 1) > CLOSE.length ? end - 1 : end);
}

function otherToken(lexer: Lexer): Token {
  const code = lexer.text.codePointAt(lexer.pos) ?? 0;
  if (isNameCharacter(code)) return wordToken(lexer);
  if (code >= 0x20 && code < 0x7f) return take(lexer, "char", lexer.pos + 1);
  return fail(lexer, `unrecognized character in action: ${unicodeName(code, true)}`);
}

function nameEnd(text: string, start: number): number {
  let at = start;
  for (;;) {
    const code = text.codePointAt(at);
    if (code === undefined || !isNameCharacter(code)) return at;
    at += code > 0xffff ? 2 : 1;
  }
}

const TERMINATORS: ReadonlySet<number> = new Set([..." \t\r\n.,|:()"].map((character) => character.charCodeAt(0)));

function isTerminator(text: string, pos: number): boolean {
  const code = text.charCodeAt(pos);
  if (code === BRACE) return text.charCodeAt(pos + 1) === BRACE;
  return TERMINATORS.has(code) || pos >= text.length;
}

function badCharacter(lexer: Lexer, pos: number): Token {
  return fail(lexer, `bad character ${unicodeName(lexer.text.codePointAt(pos) ?? 0, true)}`);
}

function wordToken(lexer: Lexer): Token {
  const end = nameEnd(lexer.text, lexer.pos);
  if (!isTerminator(lexer.text, end)) return badCharacter(lexer, end);
  return take(lexer, wordKind(lexer.text.slice(lexer.pos, end)), end);
}

/** Reads `.name` or `$name`, or the sign alone. */
function signedName(lexer: Lexer, named: TokenKind, alone: TokenKind): Token {
  const start = lexer.pos + 1;
  if (isTerminator(lexer.text, start)) return take(lexer, alone, start);
  const end = nameEnd(lexer.text, start);
  return isTerminator(lexer.text, end) ? take(lexer, named, end) : badCharacter(lexer, end);
}

function dotToken(lexer: Lexer): Token {
  const next = lexer.text.charCodeAt(lexer.pos + 1);
  if (next >= 0x30 && next <= 0x39) return numberToken(lexer);
  return lexer.pos + 1 >= lexer.text.length ? numberToken(lexer) : signedName(lexer, "field", "dot");
}

function numberToken(lexer: Lexer): Token {
  const { end, kind } = scanNumber(lexer.text, lexer.pos);
  if (kind !== undefined) return take(lexer, kind, end);
  return fail(lexer, `bad number syntax: ${quote(lexer.text.slice(lexer.pos, end))}`);
}

function quotedToken(lexer: Lexer, mark: string, kind: TokenKind, problem: string): Token {
  const { text } = lexer;
  for (let i = lexer.pos + 1; i < text.length; i++) {
    const character = text[i];
    if (character === mark) return take(lexer, kind, i + 1);
    if (character === "\\") i++;
    if (i >= text.length || text[i] === "\n") break;
  }
  return fail(lexer, problem);
}

function rawToken(lexer: Lexer): Token {
  const end = lexer.text.indexOf("`", lexer.pos + 1);
  return end < 0 ? fail(lexer, "unterminated raw quoted string") : take(lexer, "rawString", end + 1);
}

function parenToken(lexer: Lexer): Token {
  lexer.openParens++;
  return take(lexer, "paren", lexer.pos + 1);
}

function endParenToken(lexer: Lexer): Token {
  if (lexer.openParens === 0) return fail(lexer, "unexpected right paren");
  lexer.openParens--;
  return take(lexer, "endParen", lexer.pos + 1);
}

function colonToken(lexer: Lexer): Token {
  const isDeclaration = lexer.text[lexer.pos + 1] === "=";
  return isDeclaration ? take(lexer, "declare", lexer.pos + 2) : fail(lexer, "expected :=");
}

type Reader = (lexer: Lexer) => Token;

/** The functions that read a token inside an action, by its first ASCII character. */
const READERS: readonly (Reader | undefined)[] = buildReaders();

function buildReaders(): (Reader | undefined)[] {
  const readers: (Reader | undefined)[] = Array.from({ length: 0x80 });
  const set = (characters: string, reader: Reader) => {
    for (const character of characters) readers[character.charCodeAt(0)] = reader;
  };
  set("_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ", wordToken);
  set("+-0123456789", numberToken);
  set(" \t\r\n", (lexer) => closeOr(lexer, spaceToken));
  set("}", (lexer) => closeOr(lexer, otherToken));
  set(".", dotToken);
  set("$", (lexer) => signedName(lexer, "variable", "variable"));
  set("=", (lexer) => take(lexer, "assign", lexer.pos + 1));
  set("|", (lexer) => take(lexer, "pipe", lexer.pos + 1));
  set(":", colonToken);
  set("(", parenToken);
  set(")", endParenToken);
  set('"', (lexer) => quotedToken(lexer, '"', "string", "unterminated quoted string"));
  set("'", (lexer) => quotedToken(lexer, "'", "character", "unterminated character constant"));
  set("`", rawToken);
  return readers;
}

export function placeOf(text: string, pos: number): Place {
  let line = 1;
  let start = 0;
  for (let at = text.indexOf("\n"); at >= 0 && at < pos; at = text.indexOf("\n", at + 1)) {
    line++;
    start = at + 1;
  }
  const before = text.slice(start, pos);
  return { line, column: byteLength(before), character: characterCount(before) + 1 };
}
