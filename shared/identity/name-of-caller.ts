import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** The identity provider shows the person under this name; it is undefined when the provider does not say. */
export async function nameOfCaller(deps: DescribeCallerDeps, caller: Caller): Promise<string | undefined> {
  const { displayName, name } = await describeCaller(deps, caller);
  return displayName || name || undefined;
}
