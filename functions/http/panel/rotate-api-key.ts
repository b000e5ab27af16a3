import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { rotateApiKey as contract, toApiKeyView } from "../../../shared/keys/contract.ts";
import { rotateApiKey as rotate } from "../../../shared/keys/rotate-api-key.ts";

export const rotateApiKey = operation(
  contract,
  async (deps, { owner, params, body }) => {
    const { key, text } = await rotate(deps, { owner, id: params.id, graceSeconds: body.grace_seconds });
    return { ...toApiKeyView(key), key: text };
  },
  panelServices,
);
