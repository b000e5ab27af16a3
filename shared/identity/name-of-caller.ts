import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** Returns the name by which the identity provider knows the caller; undefined when the provider gives none. */
export async function nameOfCaller(deps: DescribeCallerDeps, caller: Caller): Promise<string | undefined> {
  const { displayName, name } = await describeCaller(deps, caller);
  return displayName || name || undefined;
}
