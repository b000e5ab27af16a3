import { dynamo } from "../aws/wiring.ts";
import type { EdgeServices } from "../edge/edge-services.ts";
import { inCallersTime } from "../edge/test-clock-wiring.ts";
import { idempotency, openEdgeServices } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoApiKeyStore } from "./dynamo/api-key-store.ts";
import { findKeyOwner } from "./find-key-owner.ts";

export const apiKeyServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  apiKeys: new DynamoApiKeyStore(dynamo(), config("API_KEYS_TABLE")),
}));

/** The services of the pipeline for routes that accept API keys. */
export const apiKeyEdgeServices = /* @__PURE__ */ once(
  (): EdgeServices => ({
    ...openEdgeServices(),
    ownerOfKey: (bearer) => findKeyOwner(apiKeyServices(), bearer),
    idempotency: idempotency(),
    inOwnTime: inCallersTime,
  }),
);
