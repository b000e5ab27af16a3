import * as z from "zod";
import { publicDocument } from "./public-interface.ts";

/**
 * Parses the kinds of schema that answers of the contract contain. Any other kind is an error, because the client would
 * first need a check for it.
 */
const schema = z.strictObject({
  $ref: z.string().optional(),
  type: z.enum(["object", "array", "string", "boolean", "integer"]).optional(),
  properties: z.record(z.string(), z.unknown()).optional(),
  required: z.array(z.string()).default([]),
  additionalProperties: z.union([z.boolean(), z.record(z.string(), z.unknown())]).optional(),
  items: z.unknown().optional(),
  enum: z.array(z.string()).optional(),
  const: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
});
const choice = z.looseObject({
  $ref: z.string().optional(),
  anyOf: z.array(z.unknown()).optional(),
  oneOf: z.array(z.unknown()).optional(),
  required: z.array(z.string()).default([]),
});
/** These keywords say more about a value than the client needs to know. */
const IGNORED = /^(description|examples?|title|format|pattern|default|propertyNames|(min|max)(imum|Length|Items))$/;

const operation = z.looseObject({
  operationId: z.string(),
  responses: z.record(
    z.string(),
    z.looseObject({ content: z.record(z.string(), z.looseObject({ schema: z.unknown() })).optional() }),
  ),
});

type Schema = z.output<typeof schema>;

const parsed = (value: unknown): Schema =>
  schema.parse(
    Object.fromEntries(
      Object.entries(z.record(z.string(), z.unknown()).parse(value)).filter(([key]) => !IGNORED.test(key)),
    ),
  );

const uncapitalised = (name: string): string => name.charAt(0).toLowerCase() + name.slice(1);
const literals = (all: readonly string[]): string => `oneOf(${all.map((one) => JSON.stringify(one)).join(", ")})`;

/** Collects the declarations of the file, each after those that it refers to. */
class Declarations {
  readonly #schemas: Readonly<Record<string, unknown>>;
  readonly #lines = new Map<string, string>();

  constructor(schemas: Readonly<Record<string, unknown>>) {
    this.#schemas = schemas;
  }

  get text(): string {
    return [...this.#lines].map(([name, check]) => `export const ${name} = ${check};\n`).join("\n");
  }

  /**
   * Declares a check for an answer. If the answer is a reference, a list of references or a choice of them, it declares
   * the checks of the referenced schemas instead.
   */
  add(operationId: string, answer: unknown): void {
    const { anyOf = [answer] } = parsed(answer);
    for (const one of anyOf.map(parsed)) {
      const { $ref } = one.type === "array" ? parsed(one.items) : one;
      if ($ref === undefined) this.#declare(operationId, one);
      else this.#named($ref);
    }
  }

  #declare(name: string, value: Schema): void {
    if (this.#lines.has(name)) return;
    const check = this.#check(value);
    this.#lines.set(name, check);
  }

  #check(value: Schema): string {
    if (value.$ref !== undefined) return this.#named(value.$ref);
    if (value.const !== undefined) return literals([value.const]);
    if (value.enum !== undefined) return literals(value.enum);
    if (value.anyOf !== undefined) return this.#choice(value.anyOf.map(parsed));
    if (value.type === "array") return `array(${this.#check(parsed(value.items))})`;
    if (value.type === "object") return this.#object(value);
    if (value.type === undefined) throw new Error(`the client has no check for ${JSON.stringify(value)}`);
    return value.type;
  }

  /**
   * If the last alternative of objects is the widest, the client checks only that, so that it accepts what a later
   * version adds to the others.
   */
  #choice(alternatives: readonly Schema[]): string {
    const areObjects = alternatives.every(({ type = "object" }) => type === "object");
    const required = alternatives.flatMap((one) => this.#requiredOf(one));
    const widest = required.at(-1) ?? [];
    const isLastWidest = required.every((names) => widest.every((name) => names.includes(name)));
    const checked = areObjects && isLastWidest ? alternatives.slice(-1) : alternatives;
    const checks = checked.map((one) => this.#check(one));
    return checks.length === 1 ? checks.join("") : `anyOf(${checks.join(", ")})`;
  }

  /** Returns the required fields of the schema, or of each of its alternatives. */
  #requiredOf(given: unknown): readonly (readonly string[])[] {
    const { $ref, anyOf, oneOf, required } = choice.parse(given);
    if ($ref !== undefined) return this.#requiredOf(this.#schemas[$ref.split("/").at(-1) ?? ""]);
    const alternatives = anyOf ?? oneOf;
    return alternatives === undefined ? [required] : alternatives.flatMap((one) => this.#requiredOf(one));
  }

  #named(ref: string): string {
    const schemaName = ref.split("/").at(-1) ?? "";
    const name = uncapitalised(schemaName);
    this.#declare(name, parsed(this.#schemas[schemaName]));
    return name;
  }

  #map(values: Schema["additionalProperties"]): string {
    const isTyped = typeof values === "object" && Object.keys(values).length > 0;
    return isTyped ? `map(${this.#check(parsed(values))})` : "record";
  }

  #object({ properties, required, additionalProperties }: Schema): string {
    if (properties === undefined) return this.#map(additionalProperties);
    const of = (isRequired: boolean) =>
      Object.entries(properties)
        .filter(([name]) => required.includes(name) === isRequired)
        .map(([name, value]) => `${name}: ${this.#check(parsed(value))}`)
        .sort()
        .join(", ");
    return `object({ ${of(true)} }, { ${of(false)} })`.replaceAll("{  }", "{}");
  }
}

/** Answers of the contract need these functions of `client/src/check.ts`. */
const IMPORTED = ["anyOf", "array", "boolean", "integer", "map", "object", "oneOf", "record", "string"];

/**
 * Returns a check for every successful JSON answer. Its name is that of its schema, or of the operation if there is no
 * schema.
 */
export function clientChecks(): string {
  const { paths, components } = publicDocument();
  const declarations = new Declarations(components.schemas);
  for (const one of Object.values(paths).flatMap((methods) => Object.values(methods))) {
    const { operationId, responses } = operation.parse(one);
    for (const [status, { content }] of Object.entries(responses)) {
      const answer = content?.["application/json"]?.schema;
      if (!status.startsWith("2") || answer === undefined) continue;
      declarations.add(operationId, answer);
    }
  }
  return `// Made by bin/client-types.ts from the contract.
import { ${IMPORTED.join(", ")} } from "./check.ts";

${declarations.text}`;
}
