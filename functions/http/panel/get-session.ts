import { getSession as contract, toSessionView } from "../../../shared/contract/panel-session.ts";
import { operation } from "../../../shared/http/operation.ts";
import { describeCaller } from "../../../shared/use-cases/session/describe-caller.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const getSession = operation(
  contract,
  async (deps, { identity }) => {
    if (identity === undefined) throw new Error("a route with access tokens was called without one");
    const claims = await describeCaller(deps, identity);
    return toSessionView(claims, claims.roles.includes(deps.administratorRole));
  },
  panelServices,
);
