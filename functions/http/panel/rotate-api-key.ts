import { rotateApiKey as contract, toApiKeyView } from "../../../shared/contract/api-keys.ts";
import { operation } from "../../../shared/http/operation.ts";
import { rotateApiKey as rotate } from "../../../shared/use-cases/api-keys/rotate-api-key.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

export const rotateApiKey = operation(
  contract,
  async (deps, { owner, params, body }) => {
    const { key, text } = await rotate(deps, { owner, id: params.id, graceSeconds: body.grace_seconds });
    return { ...toApiKeyView(key), key: text };
  },
  panelServices,
);
