import { revokeApiKey as contract } from "../../../shared/contract/api-keys.ts";
import { operation } from "../../../shared/http/operation.ts";
import { revokeApiKey as revoke } from "../../../shared/use-cases/api-keys/revoke-api-key.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const revokeApiKey = operation(
  contract,
  (deps, { owner, params }) => revoke(deps, owner, params.id),
  panelServices,
);
