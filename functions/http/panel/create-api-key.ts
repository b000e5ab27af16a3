import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { createApiKey as contract, toApiKeyView } from "../../../shared/keys/contract.ts";
import { createApiKey as create } from "../../../shared/keys/create-api-key.ts";

export const createApiKey = operation(
  contract,
  async (deps, { owner, body }) => {
    const { key, text } = await create(deps, owner, body);
    return { ...toApiKeyView(key), key: text };
  },
  panelServices,
);
