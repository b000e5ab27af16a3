import { byteLength } from "../bytes.ts";
import { firstRunes, quote } from "../format/quote.ts";

/** The kinds of tokens in Go's lexer. `char` is any other printable ASCII character. */
export type TokenKind =
  | "text"
  | "open"
  | "close"
  | "space"
  | "assign"
  | "declare"
  | "pipe"
  | "char"
  | "paren"
  | "endParen"
  | "identifier"
  | "field"
  | "variable"
  | "bool"
  | "number"
  | "complex"
  | "character"
  | "string"
  | "rawString"
  | "error"
  | "eof"
  | Keyword;

type Keyword =
  | "dot"
  | "nil"
  | "block"
  | "break"
  | "continue"
  | "define"
  | "else"
  | "end"
  | "if"
  | "range"
  | "template"
  | "with";

export interface Token {
  readonly kind: TokenKind;
  readonly pos: number;
  readonly end: number;
  /** The problem, if the token is an error; otherwise empty. */
  readonly message: string;
}

const KEYWORDS: ReadonlyMap<string, TokenKind> = new Map([
  ["block", "block"],
  ["break", "break"],
  ["continue", "continue"],
  ["define", "define"],
  ["else", "else"],
  ["end", "end"],
  ["if", "if"],
  ["nil", "nil"],
  ["range", "range"],
  ["template", "template"],
  ["with", "with"],
  ["true", "bool"],
  ["false", "bool"],
]);

const SHOWN_AS_KEYWORD: ReadonlySet<TokenKind> = new Set<TokenKind>(
  [...KEYWORDS.values()].map((kind) => (kind === "bool" ? "dot" : kind)),
);

export function wordKind(word: string): TokenKind {
  return KEYWORDS.get(word) ?? "identifier";
}

/** A message quotes at most this many characters of a token. */
const QUOTED_CHARACTERS = 10;

/** Writes a token as Go's messages show it. */
export function describeToken(token: Token, text: string): string {
  if (token.kind === "eof") return "EOF";
  if (token.kind === "error") return token.message;
  const value = text.slice(token.pos, token.end);
  if (SHOWN_AS_KEYWORD.has(token.kind)) return `<${value}>`;
  return byteLength(value) > QUOTED_CHARACTERS ? shortened(value) : quote(value);
}

/** Go counts bytes to decide whether to shorten, but cuts by characters. */
function shortened(value: string): string {
  return `${quote(firstRunes(value, QUOTED_CHARACTERS))}...`;
}
