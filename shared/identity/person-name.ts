import { type Caller, type DescribeCallerDeps, describeCaller } from "./describe-caller.ts";

/** The identity provider shows the person under this name; it is undefined when the provider does not answer or say. */
export async function personName(deps: DescribeCallerDeps, caller: Caller | undefined): Promise<string | undefined> {
  if (caller === undefined) return undefined;
  const { displayName, name, email } = await describeCaller(deps, caller);
  return displayName ?? name ?? email;
}
