import { writeFileSync } from "node:fs";
import { runCommand, UsageError } from "../lib/command-line.ts";
import { takesIdempotencyKey, takesIfMatch } from "../shared/edge/contract/route.ts";
import { guideOf } from "../shared/reference/contract/operations/guides.ts";
import { routes } from "../shared/routes.ts";
import { type PublicOperation, publicDocument } from "./public-interface.ts";

// Writes a collection of all public operations in the Postman format 2.1, which Bruno imports too: npx node
// bin/collection.ts <file>

interface Header {
  readonly key: string;
  readonly value: string;
}
type Json = Readonly<Record<string, unknown>>;

/** These requests get a new idempotency key every time, so that each click sends another request. */
const KEYED = new Set(routes.filter(takesIdempotencyKey).map(({ operationId }) => operationId));

/** These requests may send `If-Match`. The collection sends `*`, which fits any revision of the record. */
const CONDITIONAL = new Set(routes.filter(takesIfMatch).map(({ operationId }) => operationId));

const ID_VARIABLES: Readonly<Record<string, string>> = { id: "{{id}}", messageID: "{{message_id}}" };

function authOf({ security }: PublicOperation): Json {
  const [scheme] = security.flatMap((needed) => Object.keys(needed));
  if (scheme === undefined) return { type: "noauth" };
  const value = scheme === "apiKey" ? "{{api_key}}" : "{{access_token}}";
  return { type: "bearer", bearer: [{ key: "token", value, type: "string" }] };
}

const FILE = { key: "file", type: "file", src: [] };
const FORMS: Readonly<Record<string, readonly Json[]>> = {
  uploadMedia: [{ key: "media_type", value: "image", type: "text" }, FILE],
  uploadAttachment: [FILE],
};

function bodyOf(operationId: string): Json | undefined {
  const { [operationId]: form } = FORMS;
  if (form !== undefined) return { mode: "formdata", formdata: [...form] };
  const [example] = Object.values(guideOf(operationId).bodies ?? {});
  if (example === undefined) return undefined;
  return { mode: "raw", raw: JSON.stringify(example, null, 2), options: { raw: { language: "json" } } };
}

function headersOf(operationId: string): Header[] {
  const key = { key: "Idempotency-Key", value: "{{$guid}}" };
  const match = { key: "If-Match", value: "*" };
  return [...(KEYED.has(operationId) ? [key] : []), ...(CONDITIONAL.has(operationId) ? [match] : [])];
}

function urlOf(path: string): Json {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => ID_VARIABLES[name] ?? `{{${name}}}`);
  return { raw: `{{base_url}}${filled}`, host: ["{{base_url}}"], path: filled.slice(1).split("/") };
}

function itemOf(path: string, method: string, operation: PublicOperation): Json {
  const { operationId, summary } = operation;
  const body = bodyOf(operationId);
  return {
    name: operationId,
    request: {
      method: method.toUpperCase(),
      description: summary,
      auth: authOf(operation),
      header: headersOf(operationId),
      url: urlOf(path),
      ...(body === undefined ? {} : { body }),
    },
  };
}

/** Builds one folder per tag. Variables hold addresses, credentials and ids. */
export function collection(): Json {
  const folders = new Map<string, Json[]>();
  for (const [path, operations] of Object.entries(publicDocument().paths))
    for (const [method, operation] of Object.entries(operations)) {
      const [tag = "other"] = operation.tags;
      folders.set(tag, [...(folders.get(tag) ?? []), itemOf(path, method, operation)]);
    }
  const empty = ["api_key", "access_token", "id", "message_id", "event_id", "phone"].map((key) => ({ key, value: "" }));
  return {
    info: { name: "Herald", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" },
    variable: [{ key: "base_url", value: "http://127.0.0.1:3000" }, ...empty],
    item: [...folders].map(([name, item]) => ({ name, item })),
  };
}

if (import.meta.main)
  await runCommand("usage: npx node bin/collection.ts <file>", ([path]) => {
    if (path === undefined) throw new UsageError("name the file");
    writeFileSync(path, `${JSON.stringify(collection(), null, 2)}\n`);
  });
