import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { listApiKeys as contract, toApiKeyView } from "../../../shared/keys/contract.ts";

export const listApiKeys = operation(
  contract,
  async ({ apiKeys }, { owner }) => (await apiKeys.list(owner)).map(toApiKeyView),
  panelServices,
);
