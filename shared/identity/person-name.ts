import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** As the identity provider shows the person; undefined when it does not answer, or does not tell. */
export async function personName(deps: DescribeCallerDeps, caller: Caller | undefined): Promise<string | undefined> {
  if (caller === undefined) return undefined;
  const { displayName, name, email } = await describeCaller(deps, caller);
  return displayName ?? name ?? email;
}
