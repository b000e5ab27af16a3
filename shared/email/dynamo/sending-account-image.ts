import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";
import type { SendingAccount } from "../domain/sending-account.ts";
import { ACCOUNT_PREFIX, fromItem, OWNER_PREFIX } from "./sending-account-item.ts";

const accountKeys = z.object({
  pk: z.string().startsWith(OWNER_PREFIX),
  sk: z.string().startsWith(ACCOUNT_PREFIX),
});

/**
 * Reads the account from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable.
 * `isDefault` is always false, because another item, `DEFAULT#SMTP`, names the default account.
 */
export function readSendingAccountImage(image: Readonly<Record<string, unknown>>): SendingAccount | undefined {
  const keys = accountKeys.safeParse(image);
  return keys.success ? fromItem(ownerSub.parse(keys.data.pk.slice(OWNER_PREFIX.length)), image) : undefined;
}
