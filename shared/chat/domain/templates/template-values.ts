import { invalid } from "../../../kernel/refusal.ts";
import { isPublicHttpsUrl } from "../public-link.ts";
import { isAuthentication } from "./authentication-rules.ts";
import type { TemplateDefinition, TemplateParameter } from "./chat-template.ts";
import { characters } from "./placeholders.ts";

/** The platform limits a body to 1024 characters and a code to 15. */
const MAX_VALUE_CHARACTERS = 1024;
const MAX_CODE_CHARACTERS = 15;

export type HeaderValue =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "image" | "video" | "document"; readonly link: string };

/** The values for the variables of an approved template, by component; a component without variables is absent. */
export interface ApprovedComponents {
  readonly header?: HeaderValue | undefined;
  /** The body's values are in the order of its variables. */
  readonly body: readonly string[];
  /** `index` counts all visible buttons from 0, as the platform does. */
  readonly buttons: readonly { readonly index: number; readonly text: string }[];
}

export interface SendableTemplate {
  readonly definition: TemplateDefinition;
  readonly parameters: readonly TemplateParameter[];
}

export type NamedValues = Readonly<Record<string, string>>;

function refuseUnknown({ parameters }: SendableTemplate, values: NamedValues, path: string): void {
  const known = new Set(parameters.map(({ name }) => name));
  const unknown = Object.keys(values).find((name) => !known.has(name));
  if (unknown !== undefined)
    throw invalid(`${path} has a name that is not a parameter of the template: "${unknown.slice(0, 64)}"`);
}

function checkValue({ name, type }: TemplateParameter, value: string | undefined, path: string): string {
  if (value === undefined) throw invalid(`${path}.${name} is required`);
  if (value.trim() === "") throw invalid(`${path}.${name} must not be empty`);
  if (type !== "text" && !isPublicHttpsUrl(value)) throw invalid(`${path}.${name} must be a public https URL`);
  if (type === "text" && characters(value) > MAX_VALUE_CHARACTERS) {
    throw invalid(`${path}.${name} must have at most ${MAX_VALUE_CHARACTERS} characters`);
  }
  return value;
}

function headerValue(type: TemplateParameter["type"], value: string): HeaderValue {
  return type === "text" ? { type, text: value } : { type, link: value };
}

/** The platform wants the code twice: in the text and behind the copy button. */
function withCode(components: ApprovedComponents, path: string): ApprovedComponents {
  const [code = ""] = components.body;
  if (characters(code) > MAX_CODE_CHARACTERS) {
    throw invalid(`${path}.parameter_1 must have at most ${MAX_CODE_CHARACTERS} characters`);
  }
  return { ...components, buttons: [{ index: 0, text: code }] };
}

/**
 * Puts named values, in any order, where the approved definition wants them (D27).
 * @param path the caller's name of the object, for the message
 * @throws Refusal `invalid_request` naming the missing, empty or unknown parameter
 */
export function resolveValues(template: SendableTemplate, values: NamedValues, path: string): ApprovedComponents {
  refuseUnknown(template, values, path);
  const resolved = template.parameters
    .filter(({ required, name }) => required || Object.hasOwn(values, name))
    .map((parameter) => {
      const given = Object.hasOwn(values, parameter.name) ? values[parameter.name] : undefined;
      return { parameter, value: checkValue(parameter, given, path) };
    });
  const inComponent = (component: TemplateParameter["component"]) =>
    resolved
      .filter(({ parameter }) => parameter.component === component)
      .sort((a, b) => a.parameter.position - b.parameter.position);
  const [header] = inComponent("header");
  const components = {
    ...(header === undefined ? {} : { header: headerValue(header.parameter.type, header.value) }),
    body: inComponent("body").map(({ value }) => value),
    buttons: inComponent("button").map(({ parameter, value }) => ({ index: parameter.position - 1, text: value })),
  };
  return isAuthentication(template.definition) ? withCode(components, path) : components;
}

/** Names the values of `fallback_parameters`, which are one per parameter in the template's order (D33a). */
export function namedFromOrdered(
  parameters: readonly TemplateParameter[],
  ordered: readonly string[],
  path: string,
): NamedValues {
  if (ordered.length !== parameters.length) {
    throw invalid(`${path} must have one value per parameter of the template: ${parameters.length} expected`);
  }
  return Object.fromEntries(parameters.map(({ name }, index) => [name, ordered[index] ?? ""]));
}
