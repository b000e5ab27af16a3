import type { Credential } from "../../../edge/contract/route.ts";
import { CLIENT_CALLS } from "./client-calls.ts";

/** A sample in the form that the viewer reads. The viewer shows a sample with its `example`, the name of a body. */
export interface ClientSample {
  readonly lang: "typescript";
  readonly label: "Herald client";
  readonly source: string;
  readonly example?: string;
}

export interface SampledOperation {
  readonly operationId: string;
  readonly auth: readonly Credential[];
  readonly bodies?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined;
  /** The examples of the path's parameters. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

const LABELS = { lang: "typescript", label: "Herald client" } as const;
/** The variables of the environment that the client reads. */
const VARIABLES: Readonly<Record<Credential, string>> = {
  "api-key": "HERALD_URL and HERALD_API_KEY",
  "access-token": "HERALD_URL and HERALD_ACCESS_TOKEN",
};

/** Returns a sample for each of the operation's bodies, or one for an operation without a body; none where the client has no call. */
export function clientSamples(operation: SampledOperation): readonly ClientSample[] {
  const call = CLIENT_CALLS[operation.operationId];
  if (call === undefined) return [];
  const sourceWith = (body: unknown) => `${beginning(operation)}\n\n${filled(call, operation, body)}`;
  if (!call.includes("$body")) return [{ ...LABELS, source: sourceWith(undefined) }];
  return Object.entries(operation.bodies ?? {}).map(([example, body]) => ({
    ...LABELS,
    source: sourceWith(body),
    example,
  }));
}

const beginning = ({ auth: [credential] }: SampledOperation): string =>
  `import { Herald } from "@herald/client";

// The client reads ${credential === undefined ? "HERALD_URL" : VARIABLES[credential]}.
const herald = new Herald();`;

/** Puts literals and the names of constants in place of the names after `$`, behind the constants that it needs. */
function filled(call: string, { operationId, parameters }: SampledOperation, body: unknown): string {
  const constants = new Map<string, string>();
  const text = call.replace(/\$(\w+)(?:\.(\w+))?/g, (name, first: string, field: string | undefined) => {
    const value = first === "body" ? valueIn(body, field) : parameters[first];
    if (value === undefined) throw new Error(`the call of ${operationId} has no ${name}`);
    if (first === "body") return literal(value);
    const constant = constantOf(first);
    constants.set(constant, `const ${constant} = ${literal(value)};\n`);
    return constant;
  });
  return `${[...constants.values()].join("")}${text}`;
}

/** `event_id` and `messageID` become `eventId` and `messageId`. */
const constantOf = (parameter: string): string =>
  parameter.replace(/_(\w)/g, (_, initial: string) => initial.toUpperCase()).replace(/ID$/, "Id");

const valueIn = (body: unknown, field: string | undefined): unknown =>
  field === undefined ? body : new Map(Object.entries(body ?? {})).get(field);

/** The most characters of a value in one line, so that the samples fit beside the text of the reference. */
const WIDTH = 48;

/** Writes a value of JSON as TypeScript, the fields of an object each in a line. */
function literal(value: unknown, indent = ""): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const inner = `${indent}  `;
  const lines = entriesOf(value, (one) => nested(one, inner)).map((entry) => `${inner}${entry},\n`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  return `${open}\n${lines.join("")}${indent}${close}`;
}

/** A short value stays in the line of its name. */
function nested(value: unknown, indent: string): string {
  const line = inOneLine(value);
  return line.length + indent.length <= WIDTH ? line : literal(value, indent);
}

function inOneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const entries = entriesOf(value, inOneLine).join(", ");
  if (Array.isArray(value)) return `[${entries}]`;
  return entries === "" ? "{}" : `{ ${entries} }`;
}

const entriesOf = (value: object, text: (one: unknown) => string): readonly string[] =>
  Array.isArray(value)
    ? value.map((one) => text(one))
    : Object.entries(value).map(([name, one]) => `${nameOf(name)}: ${text(one)}`);

const nameOf = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name));
