import fc from "fast-check";
import { BOUNDARY, FILES, FORM_TYPE, multipart, type Part } from "../media-files.ts";
import { ODD_FORM_TYPES, ODD_HEADS } from "./hostile.ts";
import { brokenValuesOf, type Hints, hugeValuesOf, type JsonSchema, valuesOf } from "./schema-arbitrary.ts";

export interface Operation {
  readonly operationId: string;
  readonly security: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly schema: JsonSchema }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: JsonSchema }>> };
  readonly responses: Readonly<
    Record<
      string,
      { readonly $ref?: string; readonly content?: Readonly<Record<string, { readonly schema: JsonSchema }>> }
    >
  >;
}

export interface FuzzRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly content?: string | Buffer;
}

export type Fate = "kept" | "spare" | "changed";

export interface FuzzWorld {
  readonly schemas: Readonly<Record<string, JsonSchema>>;
  readonly hints: Hints;
  /** For each operation, bodies that the service accepts, because it seldom accepts random bodies. */
  readonly examples: Readonly<Record<string, readonly unknown[]>>;
  readonly credentials: {
    readonly apiKey: string;
    /** A key of test mode, which alone opens the sandbox. */
    readonly testKey: string;
    readonly accessToken: string;
    readonly administrator: string;
  };
  /** Returns existing ids for the path up to the parameter: some to keep, some to delete, some to change repeatedly. */
  readonly idsAt: (pathBefore: string, fate: Fate) => readonly string[];
}

const GARBAGE_IDS = [
  "x",
  "0",
  "..",
  "%00",
  "a b",
  "null",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
  "00000000-0000-0000-0000-000000000000",
  "é",
  "'--",
  "x".repeat(300),
];

/** Generates credentials, of which six of seven are valid, because most code runs only with a valid credential. */
function credentialsFor(
  { security }: Operation,
  path: string,
  { credentials }: FuzzWorld,
): fc.Arbitrary<string | undefined> {
  const wrong = fc.constantFrom(
    undefined,
    "Bearer nonsense",
    "Basic ZGVtbzpkZW1v",
    "Bearer",
    `Bearer ${"x".repeat(5000)}`,
  );
  const [scheme] = security.flatMap((needed) => Object.keys(needed));
  if (scheme === undefined) return fc.oneof(fc.constant(undefined), wrong);
  const token = path.startsWith("/admin/") ? credentials.administrator : credentials.accessToken;
  const key = path.startsWith("/api/v1/sandbox/") ? credentials.testKey : credentials.apiKey;
  const [right, otherKind] = scheme === "apiKey" ? [key, token] : [token, key];
  return fc.oneof(
    { weight: 6, arbitrary: fc.constant(`Bearer ${right}`) },
    { weight: 1, arbitrary: fc.oneof(wrong, fc.constant(`Bearer ${otherKind}`)) },
  );
}

function pathsOf(template: string, fate: Fate, world: FuzzWorld): fc.Arbitrary<string> {
  const parts = template.split(/(\{\w+\})/);
  const filled = parts.map((part, at) => {
    if (!part.startsWith("{")) return fc.constant(part);
    const known = world.idsAt(parts.slice(0, at).join(""), fate);
    const garbage = fc.oneof(
      fc.constantFrom(...GARBAGE_IDS.map((id) => (id === "%00" ? id : encodeURIComponent(id).replaceAll(".", "%2E")))),
      fc.uuid(),
    );
    return known.length === 0
      ? garbage
      : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: garbage });
  });
  return fc
    .tuple(...filled)
    .map((texts) => texts.join(""))
    .filter(isOfOneRoute);
}

/** False for a path with dot segments: `fetch` removes them, and the request then goes to another route. */
const isOfOneRoute = (path: string): boolean =>
  segmentsOf(new URL(path, "http://herald.test").pathname) === segmentsOf(path);
const segmentsOf = (path: string): number => path.split("/").length;

function queriesOf({ parameters = [] }: Operation, world: FuzzWorld): fc.Arbitrary<string> {
  const names = parameters.filter((parameter) => parameter.in === "query");
  const values = names.map(({ name, schema }) => {
    const good = world.hints[name] ?? valuesOf(schema, world);
    const bad = fc.constantFrom<unknown>(
      "",
      "x",
      "-1",
      "0",
      "1e9",
      "%",
      "\u0000",
      "501",
      "9".repeat(30),
      "x".repeat(3000),
    );
    const some = fc.oneof({ weight: 3, arbitrary: good }, { weight: 1, arbitrary: bad });
    return fc
      .option(some, { nil: undefined })
      .map((value): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  });
  const surplus = fc.constantFrom<[string, string][]>([], [], [], [["surplus", "1"]]);
  return fc.tuple(...values, surplus).map((pairs) => {
    const text = new URLSearchParams(pairs.flat()).toString();
    return text === "" ? "" : `?${text}`;
  });
}

interface Body {
  readonly type?: string;
  readonly content?: string | Buffer;
}

const RAW: readonly Body[] = [
  { type: "application/json", content: "{" },
  { type: "application/json", content: "" },
  { type: "application/json", content: "[]" },
  { type: "application/json", content: "null" },
  { type: "application/json", content: '{"a":1}trailing' },
  { type: "application/json", content: Buffer.from([0x7b, 0xff, 0xfe, 0x7d]) },
  { type: "application/json; charset=utf-16", content: "{}" },
  { type: "text/plain", content: "{}" },
  { type: "application/x-www-form-urlencoded", content: "a=b" },
  { type: "multipart/form-data", content: "--" },
  { content: '{"recipient":1}' },
  { type: "application/json", content: `{"subject":"${"x".repeat(1_048_576)}"}` },
];

function formsOf(schema: JsonSchema): fc.Arbitrary<Body> {
  const hasKind = "media_type" in Object(schema.properties);
  const file = fc.constantFrom(FILES.png, FILES.png, FILES.text, FILES.exe, Buffer.alloc(0));
  const kind = fc.constantFrom("image", "image", "document", "nonsense", "");
  const whole = fc.tuple(file, kind, fc.constantFrom("a.png", "../../x", "", "é.pdf")).map(
    ([content, media_type, filename]): Body => ({
      type: FORM_TYPE,
      content: multipart([
        ...(hasKind ? [{ name: "media_type", content: media_type }] : []),
        { name: "file", filename, type: "image/png", content },
      ]),
    }),
  );
  const cut = whole.map(
    ({ content = "", ...more }): Body => ({ ...more, content: content.slice(0, BOUNDARY.length + 20) }),
  );
  return fc.oneof(
    { weight: 3, arbitrary: whole },
    { weight: 1, arbitrary: cut },
    { weight: 2, arbitrary: oddForms },
    {
      weight: 1,
      arbitrary: whole.chain((form) => fc.constantFrom(...ODD_FORM_TYPES).map((type) => ({ ...form, type }))),
    },
  );
}

/** Generates multipart forms with parts that no browser writes, and with too few or too many parts. */
const oddForms: fc.Arbitrary<Body> = fc
  .tuple(
    fc.array(fc.constantFrom(...ODD_HEADS), { minLength: 1, maxLength: 3 }),
    fc.constantFrom(FILES.png, FILES.text, Buffer.from([0x00, 0xd8]), Buffer.alloc(0)),
    fc.constantFrom(1, 1, 1, 2000),
  )
  .map(([heads, content, times]) => {
    const parts = heads.map((header): Part => ({ name: "", header, content }));
    return {
      type: FORM_TYPE,
      content: multipart(times === 1 ? parts : Array.from({ length: times }, () => parts[0] as Part)),
    };
  });

function bodiesOf({ operationId, requestBody }: Operation, world: FuzzWorld): fc.Arbitrary<Body> {
  const raw = fc.constantFrom(...RAW);
  const [entry] = Object.entries(requestBody?.content ?? {});
  if (entry === undefined) return fc.constant({});
  const [type, { schema }] = entry;
  if (type.startsWith("multipart/"))
    return fc.oneof({ weight: 4, arbitrary: formsOf(schema) }, { weight: 1, arbitrary: raw });
  const known = world.examples[operationId] ?? [];
  const made = valuesOf(schema, world);
  const valid = known.length === 0 ? made : fc.oneof(fc.constantFrom(...known), made);
  const json = (values: fc.Arbitrary<unknown>) =>
    values.map((value): Body => ({ type, content: JSON.stringify(value) }));
  return fc.oneof(
    { weight: 4, arbitrary: json(valid) },
    { weight: 4, arbitrary: json(brokenValuesOf(valid)) },
    { weight: 1, arbitrary: json(hugeValuesOf(valid)) },
    { weight: 1, arbitrary: raw },
  );
}

function headersOf({ parameters = [] }: Operation): fc.Arbitrary<Record<string, string>> {
  const given = parameters.filter((parameter) => parameter.in === "header").map(({ name }) => name);
  const value = fc.option(fc.constantFrom("a", "again", "x".repeat(256), "a b", "\u00e9"), { nil: undefined });
  const values = given.map((name) => value.map((text) => (text === undefined ? {} : { [name]: text })));
  const origin = fc.constantFrom({}, {}, { origin: "https://shop.example" }, { referer: "nonsense" });
  return fc.tuple(origin, ...values).map((parts) => Object.assign({}, ...parts) as Record<string, string>);
}

/** Generates requests to one operation: valid, nearly valid, and nonsense. */
export function requestsTo(
  method: string,
  path: string,
  operation: Operation,
  world: FuzzWorld,
): fc.Arbitrary<FuzzRequest> {
  const fate = method === "delete" || method === "put" ? "spare" : "kept";
  return fc
    .record({
      path: pathsOf(path, fate, world),
      query: queriesOf(operation, world),
      authorization: credentialsFor(operation, path, world),
      headers: headersOf(operation),
      body: bodiesOf(operation, world),
    })
    .map(({ path: filled, query, authorization, headers, body: { type, content } }) => ({
      method: method.toUpperCase(),
      path: `${filled}${query}`,
      headers: {
        ...headers,
        ...(authorization === undefined ? {} : { authorization }),
        ...(type === undefined ? {} : { "content-type": type }),
      },
      ...(content === undefined ? {} : { content }),
    }));
}
