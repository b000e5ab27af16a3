import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import { chatMessageServices } from "../chat/wiring.ts";
import { emailTemplateServices, sendingAccounts } from "../email/wiring.ts";
import { expiringCache } from "../kernel/expiring-cache.ts";
import { once } from "../kernel/once.ts";
import type { Owner } from "../kernel/owner.ts";
import { type ByChannel, type ChannelName, ofChannel } from "../notifications/domain/notification.ts";
import type { Names } from "../notifications/read/named-notifications.ts";

/** Names are kept for a minute, because the panel reads lists every few seconds, and each name costs a read of a whole record. */
const KEPT = { maxEntries: 5000, ttlMs: 60_000 };

type Look = (owner: Owner, id: string) => Promise<string | undefined>;

const ACCOUNTS: OfEveryChannel<Look> = {
  email: async (owner, id) => (await sendingAccounts().find(owner, id))?.label,
  chat: async (owner, id) => (await chatMessageServices().chatAccounts.findFor(owner, id))?.label,
};
const TEMPLATES: OfEveryChannel<Look> = {
  email: async (owner, id) => (await emailTemplateServices().emailTemplates.get(owner, id))?.name,
  chat: async (owner, id) => (await chatMessageServices().chatTemplates.get(owner, id))?.definition.name,
};

function kept(looks: ByChannel<Look>) {
  const known = expiringCache<string>(KEPT);
  return async (owner: Owner, channel: ChannelName, id: string): Promise<string | undefined> => {
    const key = JSON.stringify([owner, channel, id]);
    const name = known.get(key) ?? (await ofChannel(looks, channel)(owner, id));
    if (name !== undefined) known.set(key, name);
    return name;
  };
}

export const names = /* @__PURE__ */ once(
  (): Names => ({ accountName: kept(ACCOUNTS), templateName: kept(TEMPLATES) }),
);
