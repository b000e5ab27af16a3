import { dynamo } from "../aws/wiring.ts";
import { inOwnTime } from "../edge/test-clock-wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoLinkKeyStore } from "./dynamo/link-key-store.ts";
import { DynamoSettingsStore } from "./dynamo/settings-store.ts";
import { DynamoSuppressionStore } from "./dynamo/suppression-store.ts";
import { DynamoUsedKeywords } from "./dynamo/used-keywords.ts";

export { readSuppressionImage } from "./dynamo/suppression-item.ts";

export const suppressions = /* @__PURE__ */ once(() => new DynamoSuppressionStore(dynamo(), config("CONFIG_TABLE")));

const linkKeys = /* @__PURE__ */ once(
  () => new DynamoLinkKeyStore(dynamo(), config("CONFIG_TABLE"), basics().identifiers.randomBytes),
);

/** Makes the links of mails. */
export const unsubscribeLinks = /* @__PURE__ */ once(() => ({ publicUrl: config("PUBLIC_URL"), linkKeys: linkKeys() }));

const suppressionSettings = /* @__PURE__ */ once(() => new DynamoSettingsStore(dynamo(), config("CONFIG_TABLE")));

export const suppressionSettingsServices = /* @__PURE__ */ once(() => ({
  ...basics(),
  suppressionSettings: suppressionSettings(),
}));

export const suppressServices = /* @__PURE__ */ once(() => ({ ...basics(), suppressions: suppressions() }));

/** Services that heed the words of customers. */
export const heedKeywordServices = /* @__PURE__ */ once(() => ({
  ...suppressServices(),
  suppressionSettings: suppressionSettings(),
  usedKeywords: new DynamoUsedKeywords(dynamo(), config("CONFIG_TABLE")),
}));

export const unsubscribeServices = /* @__PURE__ */ once(() => ({
  ...suppressServices(),
  linkKeys: linkKeys(),
  inOwnTime,
}));

export const suppressionServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), cursors: cursors() }));
