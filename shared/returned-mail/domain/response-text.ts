/** A longer response is cut. */
const MAX_RESPONSE = 1000;
/** The type of a diagnostic code (RFC 3464 section 2.3.6). Without a semicolon behind it, it is a word of the response. */
const TYPE = /^\s*[a-z0-9-]{1,32}\s*;/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
const BLANK = /[\s\u0000-\u001f\u007f-\u009f]+/g;

/** Makes one line of a response; undefined when it is empty. */
export function responseText(text: string): string | undefined {
  const line = text
    .slice(0, 2 * MAX_RESPONSE)
    .replace(BLANK, " ")
    .trim()
    .slice(0, MAX_RESPONSE)
    .toWellFormed();
  return line === "" ? undefined : line;
}

export const diagnosticText = (field: string | undefined): string | undefined =>
  field === undefined ? undefined : responseText(field.replace(TYPE, ""));
