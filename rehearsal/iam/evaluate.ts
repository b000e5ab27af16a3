import type { Principal, Statement } from "./policy.ts";

/** Represents a caller, which is a role or a service of AWS. */
export type Caller = { readonly role: string } | { readonly service: string };

export interface Question {
  readonly caller: Caller;
  /** An action such as `dynamodb:GetItem`. */
  readonly action: string;
  /** The ARN of the resource that the action is about. */
  readonly resource: string;
  readonly context: Context;
}

/**
 * Maps condition keys, in lower case such as `kms:encryptioncontext:service`, to values. A key of several values, such as
 * `dynamodb:leadingkeys`, has a list.
 */
export type Context = Readonly<Record<string, string | readonly string[]>>;

export interface Decision {
  readonly isAllowed: boolean;
  /**
   * Lists the statements that allow or, if there are any, those that deny. The list is empty if no statement applies.
   */
  readonly by: readonly Statement[];
}

/**
 * Allows a call if at least one policy allows it and none denies it (IAM User Guide, "Policy evaluation logic", within
 * one account).
 */
export function decide(
  question: Question,
  { identity, resource }: { readonly identity: readonly Statement[]; readonly resource: readonly Statement[] },
): Decision {
  const speaking = [
    ...identity.filter((one) => applies(one, question)),
    ...resource.filter((one) => isFor(one.principal, question.caller) && applies(one, question)),
  ];
  const denying = speaking.filter(({ effect }) => effect === "Deny");
  if (denying.length > 0) return { isAllowed: false, by: denying };
  return { isAllowed: speaking.length > 0, by: speaking };
}

function applies({ actions, resources, conditions }: Statement, { action, resource, context }: Question): boolean {
  return (
    actions.some((one) => matches(one.toLowerCase(), action.toLowerCase())) &&
    (resources === undefined || resources.some((one) => matches(one, resource))) &&
    Object.entries(conditions).every(([operator, keys]) => holds(operator, keys, context))
  );
}

function isFor(principal: Principal | undefined, caller: Caller): boolean {
  if (principal === undefined) return false;
  if (principal === "*") return true;
  const { AWS: accounts = [], Service: services = [] } = principal;
  if ("service" in caller) return services.includes(caller.service);
  const account = caller.role.split(":")[4];
  // Naming the account only lets the policies of its identities decide; it allows nothing by itself.
  return accounts.some((one) => one === "*" || (one === caller.role && account !== undefined));
}

/** Compiled patterns are kept, because every call uses the same few. */
const EXPRESSIONS = new Map<string, RegExp>();

/** Says whether a text matches a pattern, in which `*` stands for any text and `?` for any character. */
export function matches(pattern: string, text: string): boolean {
  const expression = EXPRESSIONS.get(pattern) ?? expressionOf(pattern);
  EXPRESSIONS.set(pattern, expression);
  return expression.test(text);
}

function expressionOf(pattern: string): RegExp {
  const source = pattern
    .replaceAll(/[.+^${}()|[\]\\]/g, String.raw`\$&`)
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(`^${source}$`, "s");
}

type Compare = (wanted: string, given: string) => boolean;
const number =
  (compare: (wanted: number, given: number) => boolean): Compare =>
  (wanted, given) =>
    compare(Number(wanted), Number(given));

const EQUAL: Compare = (wanted, given) => wanted === given;
const OPERATORS: Readonly<Record<string, Compare>> = {
  StringEquals: EQUAL,
  StringEqualsIgnoreCase: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
  StringLike: matches,
  ArnEquals: matches,
  ArnLike: matches,
  Bool: (wanted, given) => wanted.toLowerCase() === given.toLowerCase(),
  NumericEquals: number((wanted, given) => given === wanted),
  NumericLessThan: number((wanted, given) => given < wanted),
  NumericLessThanEquals: number((wanted, given) => given <= wanted),
  NumericGreaterThan: number((wanted, given) => given > wanted),
};
/** These operators hold if the key is missing or if no value matches. */
const NEGATED: Readonly<Record<string, Compare>> = {
  StringNotEquals: EQUAL,
  StringNotLike: matches,
  ArnNotEquals: matches,
  ArnNotLike: matches,
};

function holds(operator: string, keys: Readonly<Record<string, readonly string[]>>, context: Context): boolean {
  return Object.entries(keys).every(([key, wanted]) => isFulfilled(operator, wanted, context[key.toLowerCase()]));
}

const FOR_ALL = "ForAllValues:";

function isFulfilled(operator: string, wanted: readonly string[], given: Context[string] | undefined): boolean {
  if (operator === "Null") return wanted.includes(String(given === undefined));
  // It also holds if the call has no value of the key (IAM User Guide, "Multivalued context keys").
  if (operator.startsWith(FOR_ALL))
    return valuesOf(given).every((one) => isFulfilled(operator.slice(FOR_ALL.length), wanted, one));
  if (typeof given === "object") throw new Error(`the condition operator ${operator} is not for several values`);
  const isOptional = operator.endsWith("IfExists");
  const name = isOptional ? operator.slice(0, -"IfExists".length) : operator;
  const { [name]: compare } = OPERATORS;
  const { [name]: negated } = NEGATED;
  if (negated) return given === undefined || !wanted.some((one) => negated(one, given));
  if (compare === undefined) throw new Error(`the condition operator ${operator} is not known here`);
  return given === undefined ? isOptional : wanted.some((one) => compare(one, given));
}

const valuesOf = (given: Context[string] | undefined): readonly string[] =>
  given === undefined ? [] : typeof given === "string" ? [given] : given;
