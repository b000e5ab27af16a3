import * as z from "zod";
import type { Owner } from "../../kernel/owner.ts";
import type { Sealed } from "../../kernel/secrets/secret-box.ts";
import { ENCRYPTIONS, type SendingAccount } from "../domain/sending-account.ts";

const isSealed = (text: unknown): text is Sealed => typeof text === "string" && text !== "";

const settingsItem = z.discriminatedUnion("provider", [
  z.object({
    provider: z.literal("smtp"),
    host: z.string(),
    port: z.int(),
    username: z.string().optional(),
    encryption: z.enum(ENCRYPTIONS),
    maxConnections: z.int().optional(),
  }),
  z.object({
    provider: z.literal("http_api"),
    endpoint: z.string(),
    authHeaderName: z.string().optional(),
    authValueTemplate: z.string().optional(),
    bodyTemplate: z.string(),
  }),
]);

/** A sending account as the Config table holds it. Whether it is the default is the pointer's to say. */
export const sendingAccountItem = z.object({
  id: z.string(),
  label: z.string(),
  fromAddress: z.string(),
  fromName: z.string().optional(),
  trustedDomains: z.array(z.string()),
  apiAllowedDomains: z.array(z.string()),
  settings: settingsItem,
  secret: z.custom<Sealed>(isSealed),
  createdAt: z.string(),
  updatedAt: z.string(),
});

export function toItem({
  owner: _owner,
  isDefault: _isDefault,
  ...stored
}: SendingAccount): z.input<typeof sendingAccountItem> {
  return { ...stored, trustedDomains: [...stored.trustedDomains], apiAllowedDomains: [...stored.apiAllowedDomains] };
}

export const fromItem = (owner: Owner, item: unknown, defaultId?: string): SendingAccount => {
  const stored = sendingAccountItem.parse(item);
  return { ...stored, owner, isDefault: stored.id === defaultId };
};

export const defaultPointerItem = z.object({ accountId: z.string() });
