import { canonicalPhone, isE164 } from "../../chat/domain/phone-number.ts";
import { domainOf, isEmailAddress } from "../../email/domain/email-address.ts";

export type RecipientChannel = "email" | "chat";

/** `key` is the same for all spellings of an address or number (D45c). */
export interface Recipient {
  readonly channel: RecipientChannel;
  readonly key: string;
}

/** Reads an email address or a phone number of E.164, without white space around it; undefined for any other text. */
export function readRecipient(text: string): Recipient | undefined {
  if (isE164(text)) return { channel: "chat", key: canonicalPhone(text) };
  return isEmailAddress(text) ? { channel: "email", key: addressKey(text) } : undefined;
}

/** A capital sigma has two small forms, so all spellings get the same one. */
function addressKey(address: string): string {
  const composed = address.normalize("NFC");
  const local = composed.slice(0, composed.lastIndexOf("@"));
  return `${local.toLowerCase().normalize("NFC").replaceAll("ς", "σ")}@${domainOf(composed)}`;
}
