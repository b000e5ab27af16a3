import { createApiKey as contract, toApiKeyView } from "../../../shared/contract/api-keys.ts";
import { operation } from "../../../shared/http/operation.ts";
import { createApiKey as create } from "../../../shared/use-cases/api-keys/create-api-key.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const createApiKey = operation(
  contract,
  async (deps, { owner, body }) => {
    const { key, text } = await create(deps, owner, body);
    return { ...toApiKeyView(key), key: text };
  },
  panelServices,
);
