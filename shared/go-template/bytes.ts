/**
 * Go strings are bytes, usually UTF-8. Here they are JavaScript strings, in which a byte that belongs to no valid
 * sequence is a lone surrogate from U+DC80 to U+DCFF. Such bytes come only from a template itself ("\xff", `slice`):
 * text and data are made well formed when they come in, and the output when it goes out. Any other lone surrogate is no
 * byte and counts as U+FFFD, so that none becomes a `<` that no escaper has seen.
 */
const ESCAPE_BASE = 0xdc00;
// biome-ignore lint/suspicious/noControlCharactersInRegex: ASCII is what is asked for
const ASCII_ONLY = /^[\x00-\x7f]*$/;
const LONE_RUN = /[\udc80-\udcff]+/gu;
const LONE_HIGH = /[\ud800-\udbff]/gu;
const encoder = new TextEncoder();

export function isAscii(text: string): boolean {
  return ASCII_ONLY.test(text);
}

/** Returns the length in bytes, as Go's `len` does. */
export function byteLength(text: string): number {
  let bytes = text.length;
  for (let i = 0; i < text.length; i++) bytes += extraBytes(text.charCodeAt(i));
  return text.isWellFormed() ? bytes : bytes - 2 * escapedBytes(text) + 2 * loneHighs(text);
}

/** Counts a surrogate pair as one character. */
export function characterCount(text: string): number {
  let pairs = 0;
  for (let i = 0; i < text.length; i++) if ((text.codePointAt(i) ?? 0) > 0xffff) pairs++;
  return text.length - pairs;
}

/** Returns how many bytes a UTF-16 unit takes beyond one. A surrogate pair takes four bytes in two units. */
function extraBytes(unit: number): number {
  if (unit < 0x80) return 0;
  if (unit < 0x800) return 1;
  return unit >= 0xd800 && unit <= 0xdbff ? 0 : 2;
}

/**
 * Counts the lone first halves of surrogate pairs, for each of which `extraBytes` adds nothing although UTF-8 takes the
 * three bytes of U+FFFD.
 */
const loneHighs = (text: string): number => text.match(LONE_HIGH)?.length ?? 0;

function escapedBytes(text: string): number {
  let count = 0;
  for (const run of text.matchAll(LONE_RUN)) count += run[0].length;
  return count;
}

export function toBytes(text: string): Uint8Array {
  if (text.isWellFormed()) return encoder.encode(text);
  const bytes = new Uint8Array(byteLength(text));
  let at = 0;
  let from = 0;
  const copy = (piece: string) => {
    at += encoder.encodeInto(piece, bytes.subarray(at)).written;
  };
  for (const run of text.matchAll(LONE_RUN)) {
    copy(text.slice(from, run.index));
    for (let i = 0; i < run[0].length; i++) bytes[at++] = run[0].charCodeAt(i) - ESCAPE_BASE;
    from = run.index + run[0].length;
  }
  copy(text.slice(from));
  return bytes;
}

export function fromBytes(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let i = 0; i < bytes.length; ) {
    const size = sequenceSize(bytes, i);
    pieces.push(size === 0 ? byteText(bytes[i] ?? 0) : String.fromCodePoint(decode(bytes, i, size)));
    i += size || 1;
  }
  return pieces.join("");
}

/**
 * Returns the text for one byte: an ASCII character, or a lone surrogate that may become part of a character when it is
 * joined to others.
 */
export function byteText(byte: number): string {
  return String.fromCharCode(byte < 0x80 ? byte : ESCAPE_BASE + byte);
}

/**
 * Makes whole characters of broken ones: two pieces that each held a part of a character form it when they are joined.
 */
export function normalise(text: string): string {
  if (text.isWellFormed()) return text;
  return text.replace(LONE_RUN, (run) => {
    const bytes = new Uint8Array(run.length);
    for (let i = 0; i < run.length; i++) bytes[i] = run.charCodeAt(i) - ESCAPE_BASE;
    return fromBytes(bytes);
  });
}

/** Makes the engine's output well formed: each byte that belongs to no character becomes U+FFFD. */
export function toOutput(text: string): string {
  return text.isWellFormed() ? text : normalise(text).toWellFormed();
}

/** Returns the byte that a lone surrogate stands for, or -1 for a code point that is a character. */
export function escapedByte(code: number): number {
  return code >= 0xdc80 && code <= 0xdcff ? code - ESCAPE_BASE : -1;
}

/**
 * Compares by bytes, which gives the same order as code points. An escaped byte counts as the byte that it stands for.
 */
export function compareBytes(a: string, b: string): number {
  if (a === b) return 0;
  if (!(a.isWellFormed() && b.isWellFormed())) return compareRaw(toBytes(a), toBytes(b));
  const shorter = Math.min(a.length, b.length);
  let i = 0;
  while (i < shorter && a.charCodeAt(i) === b.charCodeAt(i)) i++;
  if (i === shorter) return a.length - b.length;
  return rank(a.charCodeAt(i)) - rank(b.charCodeAt(i));
}

/** Surrogates belong to the highest code points, although the units U+E000 to U+FFFF are higher than theirs. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

function compareRaw(a: Uint8Array, b: Uint8Array): number {
  const shorter = Math.min(a.length, b.length);
  for (let i = 0; i < shorter; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Returns the size of the valid UTF-8 sequence at `i`, or 0 when there is none. */
function sequenceSize(bytes: Uint8Array, i: number): number {
  const size = announcedSize(bytes[i] ?? 0);
  for (let k = 1; k < size; k++) if (((bytes[i + k] ?? 0) & 0xc0) !== 0x80) return 0;
  return size < 2 || isCanonical(decode(bytes, i, size), size) ? size : 0;
}

/** Returns the size that a first byte announces, or 0 when no sequence begins with it. */
function announcedSize(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  if (first < 0xe0) return 2;
  return first < 0xf0 ? 3 : 4;
}

/** Tells whether a code point is encoded in its shortest form, is not a surrogate and does not exceed U+10FFFF. */
function isCanonical(code: number, size: number): boolean {
  if (size === 3) return code >= 0x800 && !(code >= 0xd800 && code <= 0xdfff);
  return size === 2 || (code >= 0x10000 && code <= 0x10ffff);
}

function decode(bytes: Uint8Array, i: number, size: number): number {
  const first = bytes[i] ?? 0;
  let code = size === 1 ? first : first & (0x7f >> size);
  for (let k = 1; k < size; k++) code = (code << 6) | ((bytes[i + k] ?? 0) & 0x3f);
  return code;
}
