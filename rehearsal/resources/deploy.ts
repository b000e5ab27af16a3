import { randomBytes } from "node:crypto";
import { type Assembly, inOrder, type Stack, type TemplateResource } from "../template/assembly.ts";
import { isRecord, referencesIn, resolveValue, type Scope } from "../template/intrinsics.ts";
import type { Deployed, Deployment } from "./deployed.ts";
import { KINDS } from "./kinds.ts";

/** Contains the results of the stacks that have been deployed so far. */
interface State {
  readonly resources: Deployed[];
  readonly exported: Map<string, unknown>;
  readonly outputs: Record<string, Record<string, unknown>>;
  readonly secrets: Map<string, string>;
}

/**
 * Resolves the stacks in the order of deployment. Throws for a kind of resource or an expression that is not supported.
 */
export function deploy({ stacks }: Pick<Assembly, "stacks">): Deployment {
  const state: State = { resources: [], exported: new Map(), outputs: {}, secrets: new Map() };
  for (const stack of stacks) deployStack(stack, state);
  return state;
}

function deployStack(stack: Stack, state: State): void {
  const { Resources, Outputs } = stack.template;
  refuseUnknown(stack);
  const own = new Map<string, Deployed>();
  const scope = scopeOf(stack, own, state);
  const needsOf = (id: string): string[] => {
    const { Properties, DependsOn } = found(Resources, id);
    return [...DependsOn, ...referencesIn(Properties)];
  };
  for (const id of inOrder(Object.keys(Resources), needsOf)) {
    const deployed = deployResource(id, found(Resources, id), stack, scope);
    own.set(id, deployed);
    state.resources.push(deployed);
    makeSecret(deployed, state.secrets);
  }
  const outputs: Record<string, unknown> = {};
  for (const [name, { Value, Export }] of Object.entries(Outputs)) {
    outputs[name] = resolveValue(Value, scope);
    if (Export) state.exported.set(String(resolveValue(Export.Name, scope)), outputs[name]);
  }
  state.outputs[stack.name] = outputs;
}

function refuseUnknown({ name, template: { Resources } }: Stack): void {
  const unknown = new Set(Object.values(Resources).flatMap(({ Type }) => (Object.hasOwn(KINDS, Type) ? [] : [Type])));
  if (unknown.size > 0) throw new Error(`the stack ${name} has resources of unknown kinds: ${[...unknown].join(", ")}`);
  const conditional = Object.entries(Resources).filter(([, { Condition }]) => Condition !== undefined);
  if (conditional.length > 0)
    throw new Error(`conditions are not known here: ${conditional.map(([id]) => id).join(", ")}`);
}

function deployResource(
  logicalId: string,
  { Type, Properties }: TemplateResource,
  stack: Stack,
  scope: Scope,
): Deployed {
  const { name, account, region } = stack;
  try {
    const resolved = resolveValue(Properties, scope);
    const properties = isRecord(resolved) ? resolved : {};
    const identity = KINDS[Type]?.identify(properties, { stack: name, account, region, logicalId });
    if (identity === undefined) throw new Error(`the kind ${Type} is not known`);
    return { stack: name, account, region, logicalId, type: Type, properties, ...identity };
  } catch (cause) {
    throw new Error(`${name}/${logicalId} (${Type}): ${cause instanceof Error ? cause.message : String(cause)}`, {
      cause,
    });
  }
}

function scopeOf(stack: Stack, own: ReadonlyMap<string, Deployed>, state: State): Scope {
  const named = (id: string): Deployed => {
    const one = own.get(id);
    if (one === undefined) throw new Error(`there is no resource ${id} in the stack`);
    return one;
  };
  return {
    pseudo: {
      "AWS::AccountId": stack.account,
      "AWS::Region": stack.region,
      "AWS::Partition": "aws",
      "AWS::URLSuffix": "amazonaws.com",
      "AWS::StackName": stack.name,
      "AWS::StackId": `arn:aws:cloudformation:${stack.region}:${stack.account}:stack/${stack.name}/00000000-0000-4000-8000-000000000000`,
    },
    ref: (id) => named(id).ref,
    attribute: (id, name) => {
      const value = named(id).attributes[name];
      if (value === undefined) throw new Error(`${named(id).type} has no attribute ${name} here`);
      return value;
    },
    exported: (name) => existing(state.exported.has(name) ? state.exported.get(name) : undefined, `export ${name}`),
    stackOutput: (other, name) => existing(state.outputs[other]?.[name], `output ${name} of ${other}`),
    dynamic: (reference) => dynamic(reference, state.secrets),
  };
}

function existing(value: unknown, what: string): unknown {
  if (value === undefined) throw new Error(`there is no ${what}`);
  return value;
}

const SECRET = /^secretsmanager:(arn:aws:secretsmanager:[^:]+:\d+:secret:[^:]+):SecretString:([^:]*):([^:]*):?([^:]*)$/;

function dynamic(reference: string, secrets: ReadonlyMap<string, string>): string {
  const [, arn = "", key] = SECRET.exec(reference) ?? [];
  const text = secrets.get(arn);
  if (text === undefined) throw new Error(`the dynamic reference ${reference} leads nowhere`);
  if (!key) return text;
  const value: unknown = JSON.parse(text);
  return String(isRecord(value) ? value[key] : undefined);
}

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";

function makeSecret({ type, ref, properties }: Deployed, secrets: Map<string, string>): void {
  if (type !== "AWS::SecretsManager::Secret") return;
  const asked = properties.GenerateSecretString;
  const length = isRecord(asked) && typeof asked.PasswordLength === "number" ? asked.PasswordLength : 32;
  secrets.set(ref, Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join(""));
}

function found(resources: Readonly<Record<string, TemplateResource>>, id: string): TemplateResource {
  const one = resources[id];
  if (one === undefined) throw new Error(`there is no resource ${id}`);
  return one;
}
