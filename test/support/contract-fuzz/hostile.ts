import fc from "fast-check";

/** Every object has the first of these names already, and one is no text. */
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

/** A list of the shortest items fits the largest body (1 MiB) this often. */
const MOST_ITEMS = 100_000;
const MOST_NAMES = 50_000;
/** The service reads a body of this size. */
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

/** It fills a body with as much of one thing as it holds. */
export const large = fc.oneof(longLists, wideObjects);

/** The objects have the property names of every object: `JSON.parse` makes `__proto__` an own one. */
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

/** It answers the paths of a value's lists and objects, itself included. */
function holdersIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [at, ...entries.flatMap(([name, inner]) => holdersIn(inner, [...at, name]))];
}

/** These spots of a value take something large: its lists and objects, and each field of the value itself. */
export const spotsIn = (value: unknown): Path[] => {
  const fields = typeof value === "object" && value !== null ? Object.keys(value).map((name): Path => [name]) : [];
  return [...holdersIn(value), ...fields, []];
};

/** No browser writes these heads of a form's part. */
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

/** A form claims these types, with a boundary that is missing from its body or is none. */
export const ODD_FORM_TYPES = [
  "multipart/form-data",
  "multipart/form-data; boundary=",
  'multipart/form-data; boundary=""',
  "multipart/form-data; boundary=other",
  `multipart/form-data; boundary=${"b".repeat(5000)}`,
  "multipart/form-data; charset=utf-16; boundary=----herald-test",
  "multipart/mixed; boundary=----herald-test",
] as const;
