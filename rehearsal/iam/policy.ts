import * as z from "zod";

const oneOrMore = z.union([z.string().transform((one) => [one]), z.array(z.string())]);
const scalar = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const scalars = z.union([scalar.transform((one) => [one]), z.array(scalar)]);
const principal = z.union([z.literal("*"), z.record(z.string(), oneOrMore)]);

const statement = z.strictObject({
  Sid: z.string().optional(),
  Effect: z.enum(["Allow", "Deny"]),
  Action: oneOrMore.optional(),
  NotAction: z.undefined().optional(),
  Resource: oneOrMore.optional(),
  Principal: principal.optional(),
  Condition: z.record(z.string(), z.record(z.string(), scalars)).default({}),
});

const policy = z.looseObject({ Statement: z.union([statement.transform((one) => [one]), z.array(statement)]) });

export type Principal = z.output<typeof principal>;

export interface Statement {
  /** The name of the policy and the statement's own name or number, for reports. */
  readonly name: string;
  readonly effect: "Allow" | "Deny";
  readonly actions: readonly string[];
  /** The resources are undefined in the policy of a function, which applies to the function itself. */
  readonly resources: readonly string[] | undefined;
  /** The principal is undefined in the policy of an identity. */
  readonly principal: Principal | undefined;
  readonly conditions: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

/** Parses the statements of a policy document. Throws for an unsupported element, so that none is ignored. */
export function statementsIn(document: unknown, name: string): Statement[] {
  return policy.parse(document).Statement.map(({ Sid, Effect, Action = [], Resource, Principal, Condition }, i) => ({
    name: `${name}/${Sid ?? `statement ${i + 1}`}`,
    effect: Effect,
    actions: Action,
    resources: Resource,
    principal: Principal,
    conditions: Condition,
  }));
}
