import { phonePart } from "./phone-part.ts";

/** A text that somebody looks for. */
export interface SearchTerm {
  readonly text: string;
  /** Where it reads like a part of a number. */
  readonly digits?: string | undefined;
}

/** Accents that are marks of their own once a letter is taken apart. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Zoë is found by zoe, and ＺＯＥ too. */
const comparable = (text: string): string => text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();

/** Undefined when nothing but blanks is asked for. */
export function searchTerm(typed: string | undefined): SearchTerm | undefined {
  const text = comparable((typed ?? "").trim());
  if (text === "") return undefined;
  const part = phonePart(typed);
  return { text, ...(part.kind === "digits" && { digits: part.digits }) };
}

export interface Searched {
  readonly texts: readonly string[];
  readonly number?: string | undefined;
}

export const containsTerm = ({ text, digits }: SearchTerm, { texts, number = "" }: Searched): boolean =>
  texts.some((one) => comparable(one).includes(text)) || (digits !== undefined && number.includes(digits));
