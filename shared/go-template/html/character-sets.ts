/** A set of characters to search a text for. */
export type CharacterSet = (code: number) => boolean;

const ASCII_SIZE = 0x80;

export function characterSet(characters: string): CharacterSet {
  const ascii = new Uint8Array(ASCII_SIZE);
  const others = new Set<number>();
  for (let i = 0; i < characters.length; i++) {
    const code = characters.charCodeAt(i);
    if (code < ASCII_SIZE) ascii[code] = 1;
    else others.add(code);
  }
  if (others.size === 0) return (code) => ascii[code] === 1;
  return (code) => (code < ASCII_SIZE ? ascii[code] === 1 : others.has(code));
}

export const isHtmlSpace: CharacterSet = characterSet(" \t\n\f\r");
export const isHexDigit: CharacterSet = characterSet("0123456789abcdefABCDEF");

/**
 * A range of a text. Searches never look beyond its end, because otherwise many small ranges would each search the
 * whole rest of the text.
 */
export interface Span {
  readonly text: string;
  readonly from: number;
  readonly end: number;
}

/** Returns the position of the first character in the set, or the end when there is none. */
export function indexOfAny({ text, from, end }: Span, set: CharacterSet): number {
  let at = from;
  while (at < end && !set(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the position of the first character outside the set, or the end when there is none. */
export function skip({ text, from, end }: Span, set: CharacterSet): number {
  let at = from;
  while (at < end && set(text.charCodeAt(at))) at++;
  return at;
}

/** Returns the position of the other text, or the end when it does not occur. */
export function indexOfText({ text, from, end }: Span, sought: string): number {
  const at = text.slice(from, end).indexOf(sought);
  return at < 0 ? end : from + at;
}
