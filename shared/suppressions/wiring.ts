import { dynamo } from "../aws/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { expiringCache } from "../kernel/expiring-cache.ts";
import { once } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { DynamoLinkKeyStore } from "./dynamo/link-key-store.ts";
import { DynamoSettingsStore } from "./dynamo/settings-store.ts";
import { DynamoSuppressionStore } from "./dynamo/suppression-store.ts";
import type { LinkKey } from "./ports.ts";

export { readSuppressionImage } from "./dynamo/suppression-item.ts";

export const suppressions = /* @__PURE__ */ once(() => new DynamoSuppressionStore(dynamo(), config("CONFIG_TABLE")));

const linkKeys = /* @__PURE__ */ once(
  () => new DynamoLinkKeyStore(dynamo(), config("CONFIG_TABLE"), basics().identifiers.randomBytes),
);

/** An owner's key is read again after this time, so that an erased owner's key is not used for long. */
const KEY_KEPT = { maxEntries: 1000, ttlMs: 30_000 };

/** Makes the links of mails. A process reads an owner's key once for many mails. */
export const unsubscribeLinks = /* @__PURE__ */ once(() => {
  const cache = expiringCache<Promise<LinkKey>>(KEY_KEPT);
  const ofOwner = (owner: Owner): Promise<LinkKey> => {
    const known = cache.get(owner);
    if (known !== undefined) return known;
    const read = linkKeys().ofOwner(owner);
    cache.set(owner, read);
    read.catch(() => cache.delete(owner));
    return read;
  };
  return { publicUrl: config("PUBLIC_URL"), linkKeys: { ofOwner } };
});

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
}));

export const unsubscribeServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), linkKeys: linkKeys() }));

export const suppressionServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), cursors: cursors() }));
