import type { Owner } from "../../kernel/owner.ts";

export const MOST_KEYWORDS = 20;
export const MOST_CHARACTERS = 64;

/** Templates of this category are not sent to a customer who has written a stop word (D45h). */
export const STOPPED_TOPIC = "marketing";

/** Says what customers may write to get no more marketing, and to get it again (D45h). */
export interface KeywordChoices {
  /** False: words change nothing. */
  readonly isOn: boolean;
  readonly stopKeywords: readonly string[];
  readonly startKeywords: readonly string[];
}

export interface SuppressionSettings extends KeywordChoices {
  readonly owner: Owner;
  /** The epoch millisecond at which the words were switched on; absent while they are off. */
  readonly onSinceMs?: number | undefined;
  readonly revision: string;
}

export const DEFAULT_KEYWORDS = { stopKeywords: ["stop", "unsubscribe"], startKeywords: ["start"] } as const;

/** The revision of an owner who has never chosen anything. */
export const NEVER_CHOSEN = "none";

export const defaultSettings = (owner: Owner): SuppressionSettings => ({
  owner,
  isOn: false,
  ...DEFAULT_KEYWORDS,
  revision: NEVER_CHOSEN,
});

/** Case, spaces around the word, and full stops and exclamation marks at its end do not count. */
export const plain = (text: string): string =>
  text
    .trim()
    .replace(/[\s.!]+$/, "")
    .toLowerCase();

const SECOND_MS = 1000;

/** Returns what a customer's text asks for; undefined for any other text, and for one that was written before the words were switched on. */
export function askedBy(
  { isOn, onSinceMs = 0, stopKeywords, startKeywords }: SuppressionSettings,
  { text, writtenAtMs }: { readonly text: string; readonly writtenAtMs: number },
): "stop" | "start" | undefined {
  // The platform tells the time of a message in full seconds.
  const wasOn = writtenAtMs + SECOND_MS > onSinceMs;
  if (!isOn || !wasOn) return undefined;
  const is = (word: string): boolean => plain(word) === plain(text);
  if (stopKeywords.some(is)) return "stop";
  return startKeywords.some(is) ? "start" : undefined;
}

/** A longer text cannot be one of the words. The marks at its end do not count, so it may be a little longer than a word. */
export const mayBeKeyword = (text: string): boolean => text !== "" && plain(text).length <= MOST_CHARACTERS;
