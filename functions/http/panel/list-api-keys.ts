import { listApiKeys as contract, toApiKeyView } from "../../../shared/contract/api-keys.ts";
import { operation } from "../../../shared/http/operation.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const listApiKeys = operation(
  contract,
  async ({ apiKeys }, { owner }) => (await apiKeys.list(owner)).map(toApiKeyView),
  panelServices,
);
