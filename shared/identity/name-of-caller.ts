import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** As the identity provider shows the person; undefined where it does not say. */
export async function nameOfCaller(deps: DescribeCallerDeps, caller: Caller): Promise<string | undefined> {
  const { displayName, name } = await describeCaller(deps, caller);
  return displayName || name || undefined;
}
