import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** Returns the name by which the identity provider knows the caller; undefined when the provider does not answer or gives none. */
export async function personName(deps: DescribeCallerDeps, caller: Caller | undefined): Promise<string | undefined> {
  if (caller === undefined) return undefined;
  const { displayName, name, email } = await describeCaller(deps, caller);
  return displayName ?? name ?? email;
}
