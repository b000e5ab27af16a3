/** The sample values by the variables' names. A text is given as it is, and anything else as JSON. */
export type Samples = Readonly<Record<string, unknown>>;

interface SendValues {
  readonly variables: Record<string, string>;
  readonly data?: Record<string, unknown>;
}

/**
 * Divides the samples into the fields of a send. An empty sample counts as no value, so the preview shows what happens
 * to a caller who forgets it.
 */
export function valuesOf(samples: Samples): SendValues {
  const given = Object.entries(samples).filter(([, value]) => value !== "");
  const isText = (entry: [string, unknown]): entry is [string, string] => typeof entry[1] === "string";
  const data = given.filter((entry) => !isText(entry));
  const variables = Object.fromEntries(given.filter(isText));
  return data.length > 0 ? { variables, data: Object.fromEntries(data) } : { variables };
}

export const isJsonSample = (value: unknown): boolean => value !== undefined && typeof value !== "string";

/** Writes a sample as the JSON that the editor shows; a text that was no JSON so far becomes one. */
export const jsonOf = (value: unknown): string => (value === undefined || value === "" ? "" : JSON.stringify(value));

/** Reads the typed text as JSON, or says why it is not JSON. An empty text is no value. */
export function readJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  if (text.trim() === "") return { value: "" };
  try {
    return { value: JSON.parse(text) };
  } catch {
    return { problem: 'Not JSON yet: write ["Tea", "Coffee"], {"name": "Tea"} or 3.5' };
  }
}
