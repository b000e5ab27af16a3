import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { revokeApiKey as contract } from "../../../shared/keys/contract.ts";
import { revokeApiKey as revoke } from "../../../shared/keys/revoke-api-key.ts";

export const revokeApiKey = operation(
  contract,
  (deps, { owner, params }) => revoke(deps, owner, params.id),
  panelServices,
);
