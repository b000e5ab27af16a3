import { phonePart } from "./phone-part.ts";

/** The text to search for. */
export interface SearchTerm {
  readonly text: string;
  /** The digits of the text, if it looks like a part of a phone number. */
  readonly digits?: string | undefined;
}

/** NFKD separates these accents from their letters. */
const ACCENTS = /[\u0300-\u036f]/g;

/** Makes texts comparable without accents, case and width, so that "zoe" finds both Zoë and ＺＯＥ. */
const comparable = (text: string): string => text.normalize("NFKD").replace(ACCENTS, "").toLowerCase();

/** Reads the search text that a person typed; undefined when it is blank. */
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
