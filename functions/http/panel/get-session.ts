import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { getSession as contract, toSessionView } from "../../../shared/identity/contract.ts";
import { describeCaller } from "../../../shared/identity/describe-caller.ts";

export const getSession = operation(
  contract,
  async (deps, { identity }) => {
    if (identity === undefined) throw new Error("a route with access tokens was called without one");
    const claims = await describeCaller(deps, identity);
    return toSessionView(claims, claims.roles.includes(deps.administratorRole));
  },
  panelServices,
);
