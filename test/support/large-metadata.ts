import { seededRandom } from "./seeded-random.ts";

/** The ranges of code points from which the characters of a caller's text are chosen at random. */
export const ALPHABETS = {
  ascii: [0x23, 0x7e],
  controls: [0x01, 0x1f],
  "two bytes": [0x80, 0x7ff],
  CJK: [0x4e00, 0x9fff],
  BMP: [0x800, 0xffff],
  astral: [0x10000, 0x10ffff],
} as const;
export type Alphabet = keyof typeof ALPHABETS;

const isSurrogate = (point: number): boolean => point >= 0xd800 && point <= 0xdfff;

/** Returns random text, which compresses worst. */
export function randomText(alphabet: Alphabet, length: number, random: () => number): string {
  const [first, last] = ALPHABETS[alphabet];
  const characters: string[] = [];
  while (characters.length < length) {
    const point = first + Math.floor(random() * (last - first + 1));
    if (!isSurrogate(point)) characters.push(String.fromCodePoint(point));
  }
  return characters.join("");
}

/** Returns the largest metadata that a notification may have (D44). */
export function largestMetadata(alphabet: Alphabet, seed: number): Record<string, string> {
  const random = seededRandom(seed);
  const text = (length: number) => randomText(alphabet, length, random);
  return Object.fromEntries(Array.from({ length: 16 }, () => [text(40), text(500)]));
}
