/** Strings are matched before numbers, so that digits inside strings stay as they are. */
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

const quotedWhenBig = (token: string): string =>
  /^-?\d{16,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;

/** Reads JSON and makes text of integers beyond 2^53, because the platform writes template ids as numbers; undefined for a text that is no JSON. */
export function parseLenientJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text.replace(STRING_OR_NUMBER, quotedWhenBig));
    return value;
  } catch {
    return undefined;
  }
}

/** Nothing is known of a foreign object: fields may be missing, unexpected or of another type. */
export type Loose = Readonly<Record<string, unknown>>;

const isLoose = (value: unknown): value is Loose =>
  typeof value === "object" && value !== null && !Array.isArray(value);

export const asLoose = (value: unknown): Loose => (isLoose(value) ? value : {});
export const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Ids come as strings and as numbers. */
export function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value === "" ? undefined : value;
  return typeof value === "number" && Number.isFinite(value) ? String(value) : undefined;
}

const MAX_DATE_MS = 8.64e15;

/** Reads Unix seconds, written as text or number, and returns milliseconds. */
export function asTimeMs(value: unknown): number | undefined {
  const seconds = Number(asText(value) ?? Number.NaN);
  const ms = seconds * 1000;
  return Number.isFinite(ms) && ms > 0 && ms <= MAX_DATE_MS ? ms : undefined;
}
