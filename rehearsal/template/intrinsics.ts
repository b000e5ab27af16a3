/** Looks up the values to which expressions of a template refer. Each method throws if there is none. */
export interface Scope {
  readonly pseudo: Readonly<Record<string, string>>;
  ref(logicalId: string): unknown;
  attribute(logicalId: string, name: string): unknown;
  exported(name: string): unknown;
  /** Returns an output of another stack in the same account and region. */
  stackOutput(stack: string, name: string): unknown;
  /**
   * Resolves a dynamic reference, which is `secretsmanager:<id>:SecretString:<key>:<stage>:<version>`, without the
   * braces.
   */
  dynamic(reference: string): string;
}

/** A property with this value is left out. */
export const NO_VALUE = Symbol("AWS::NoValue");

type Resolve = (value: unknown) => unknown;
type Intrinsic = (given: unknown, scope: Scope, resolve: Resolve) => unknown;

const DYNAMIC = /\{\{resolve:([^}]+)\}\}/g;

const INTRINSICS: Readonly<Record<string, Intrinsic>> = {
  Ref: (given, scope) => reference(textOf(given), scope),
  "Fn::GetAtt": (given, scope, resolve) => {
    const [logicalId, name] = typeof given === "string" ? given.split(/\.(.*)/s) : listOf(given);
    return scope.attribute(textOf(logicalId), textOf(resolve(name)));
  },
  "Fn::Join": (given, _, resolve) => {
    const [separator, parts] = listOf(given);
    return listOf(resolve(parts)).map(textOf).join(textOf(separator));
  },
  "Fn::Select": (given, _, resolve) => {
    const [index, list] = listOf(resolve(given));
    const found = listOf(list)[Number(index)];
    if (found === undefined) throw new Error(`Fn::Select: there is no element ${String(index)}`);
    return found;
  },
  "Fn::Split": (given, _, resolve) => {
    const [separator, text] = listOf(resolve(given));
    return textOf(text).split(textOf(separator));
  },
  "Fn::Sub": (given, scope, resolve) => {
    const [text, variables] = typeof given === "string" ? [given, {}] : listOf(given);
    const own = resolve(variables);
    const values = isRecord(own) ? own : {};
    return textOf(text).replaceAll(/\$\{(!?)([^}]+)\}/g, (_whole, literal: string, name: string) => {
      if (literal) return `\${${name}}`;
      if (Object.hasOwn(values, name)) return textOf(values[name]);
      const [logicalId = "", attribute] = name.split(/\.(.*)/s);
      return textOf(attribute === undefined ? reference(logicalId, scope) : scope.attribute(logicalId, attribute));
    });
  },
  "Fn::ImportValue": (given, scope, resolve) => scope.exported(textOf(resolve(given))),
  "Fn::GetStackOutput": (given, scope, resolve) => {
    const read = resolve(given);
    if (!isRecord(read)) throw new Error("Fn::GetStackOutput needs StackName and OutputName");
    return scope.stackOutput(textOf(read.StackName), textOf(read.OutputName));
  },
};

/** Replaces all expressions in a template's value. Throws for an expression that is not supported. */
export function resolveValue(value: unknown, scope: Scope): unknown {
  const resolve: Resolve = (one) => resolveValue(one, scope);
  if (typeof value === "string") return value.replaceAll(DYNAMIC, (_, reference: string) => scope.dynamic(reference));
  if (Array.isArray(value)) return value.map(resolve).filter((one) => one !== NO_VALUE);
  if (!isRecord(value)) return value;
  const [first, ...others] = Object.keys(value);
  if (first !== undefined && others.length === 0 && isIntrinsic(first)) return expression(first, value, scope);
  const entries = Object.entries(value).map(([name, one]) => [name, resolve(one)] as const);
  return Object.fromEntries(entries.filter(([, one]) => one !== NO_VALUE));
}

function expression(name: string, value: Readonly<Record<string, unknown>>, scope: Scope): unknown {
  const intrinsic = INTRINSICS[name];
  if (intrinsic === undefined) throw new Error(`the expression ${name} is not known here`);
  const found = intrinsic(value[name], scope, (one) => resolveValue(one, scope));
  // Joined parts may form a dynamic reference, so the result is resolved again.
  return typeof found === "string" ? resolveValue(found, scope) : found;
}

const isIntrinsic = (name: string): boolean => name === "Ref" || name.startsWith("Fn::");

function reference(name: string, scope: Scope): unknown {
  if (name === "AWS::NoValue") return NO_VALUE;
  return Object.hasOwn(scope.pseudo, name) ? scope.pseudo[name] : scope.ref(name);
}

/** Returns the logical ids that a value refers to. */
export function referencesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(referencesIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => {
    if (name === "Ref" && typeof one === "string") return [one];
    if (name === "Fn::GetAtt") return [textOf(Array.isArray(one) ? one[0] : textOf(one).split(".")[0])];
    const inText =
      name === "Fn::Sub" ? [...JSON.stringify(one).matchAll(/\$\{([^}!.]+)/g)].map(([, id = ""]) => id) : [];
    return [...inText, ...referencesIn(one)];
  });
}

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function listOf(value: unknown): readonly unknown[] {
  if (!Array.isArray(value)) throw new Error(`not a list: ${JSON.stringify(value)}`);
  return value;
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new Error(`not a text: ${JSON.stringify(value)}`);
}
