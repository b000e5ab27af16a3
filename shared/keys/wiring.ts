import { dynamo } from "../aws/wiring.ts";
import type { Frame } from "../edge/frame.ts";
import { idempotency, openFrame } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoApiKeyStore } from "./dynamo/api-key-store.ts";
import { findKeyOwner } from "./find-key-owner.ts";

export const apiKeyServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  apiKeys: new DynamoApiKeyStore(dynamo(), config().API_KEYS_TABLE),
}));

/** The frame of routes that take API keys. */
export const apiKeyFrame = /* @__PURE__ */ once(
  (): Frame => ({
    ...openFrame(),
    ownerOfKey: (bearer) => findKeyOwner(apiKeyServices(), bearer),
    idempotency: idempotency(),
  }),
);
