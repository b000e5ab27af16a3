import fc from "fast-check";

/** Names that break naive code: every object already has the first ones, and one is not valid text. */
export const ODD_NAMES = [
  "constructor",
  "__proto__",
  "hasOwnProperty",
  "toString",
  "valueOf",
  "prototype",
  "length",
  "\ud800",
  "",
] as const;

/** A body of the largest size (1 MiB) has room for this many of the shortest items. */
const MOST_ITEMS = 100_000;
const MOST_NAMES = 50_000;
/** The service still reads a body of this size. */
const BODY_BUDGET = 900_000;

const fitting = (item: unknown, most: number, extra: number): number =>
  Math.min(most, Math.floor(BODY_BUDGET / (JSON.stringify(item).length + extra)));

const ITEMS: readonly unknown[] = [0, "", null, {}, [], "\ud800", "a@b.test", { name: 1 }, "x".repeat(100)];

const longLists: fc.Arbitrary<unknown> = fc
  .constantFrom(...ITEMS)
  .map((item) => Array.from({ length: fitting(item, MOST_ITEMS, 1) }, () => item));

const wideObjects: fc.Arbitrary<unknown> = fc
  .constantFrom(...ITEMS)
  .map((item) =>
    Object.fromEntries(Array.from({ length: fitting(item, MOST_NAMES, 10) }, (_, at) => [`n${at.toString(36)}`, item])),
  );

/** Generates values that fill a body with as many items, characters or levels of one kind as fit. */
export const large = fc.oneof(longLists, wideObjects);

/**
 * Generates objects whose fields are named like properties that every object inherits: `JSON.parse` makes `__proto__` a
 * field.
 */
export const oddlyNamed: fc.Arbitrary<unknown> = fc
  .subarray([...ODD_NAMES], { minLength: 1 })
  .chain((names) =>
    fc
      .constantFrom<unknown>("c", 1, null, {}, ["x"])
      .map((value) =>
        JSON.parse(`{${names.map((name) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join()}}`),
      ),
  );

type Path = readonly (string | number)[];

/** Returns the paths of all lists and objects in a value, including the value itself. */
function holdersIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([name, inner]) => holdersIn(inner, [...at, name]))];
}

/** Returns the paths where something large can be put: all lists and objects, and each field of the value itself. */
export const spotsIn = (value: unknown): Path[] => {
  const fields = typeof value === "object" && value !== null ? Object.keys(value).map((name): Path => [name]) : [];
  return [...holdersIn(value), ...fields, []];
};

/** Headers that no browser writes before a part of a form. */
export const ODD_HEADS = [
  "Content-Disposition: form-data",
  "Content-Disposition: attachment",
  "Content-Disposition: form-data; name",
  'Content-Disposition: form-data; name=""',
  'Content-Disposition: form-data; name="__proto__"',
  'Content-Disposition: form-data; name="constructor"; filename="constructor"',
  "Content-Disposition: form-data; name=\"file\"; filename*=utf-16le''%00%D8",
  "Content-Disposition: form-data; name=\"file\"; filename*=utf-8''%ED%A0%80",
  "Content-Disposition: form-data; name=\"file\"; filename*=nonsense''%00",
  "Content-Disposition: form-data; name*=utf-16le''%00%D8",
  'Content-Disposition: form-data; name="file"; filename="a\u0000b.png"',
  `Content-Disposition: form-data; name="file"; filename="${"é".repeat(10_000)}"`,
  `Content-Disposition: form-data; name="${"x".repeat(20_000)}"`,
  'Content-Disposition: form-data; name="media_type"\r\nContent-Type: text/plain; charset=utf-16le',
  'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: multipart/mixed; boundary=inner',
  'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Type: ;;;',
  'Content-Disposition: form-data; name="file"; filename="a"\r\nContent-Transfer-Encoding: base64',
  `X: ${"x".repeat(100_000)}`,
  "no colon at all",
  ":",
  "",
] as const;

/** Content types of a form whose boundary is missing from the body or is invalid. */
export const ODD_FORM_TYPES = [
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary=other",
  `multipart/form-data; boundary=${"b".repeat(5000)}`,
  "multipart/form-data; charset=utf-16; boundary=----herald-test",
  "multipart/mixed; boundary=----herald-test",
] as const;
