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

function addressKey(address: string): string {
  const composed = address.normalize("NFC");
  const local = composed.slice(0, composed.lastIndexOf("@"));
  return `${caseFolded(local)}@${domainOf(composed)}`;
}

/** The small letter ı has the capital I, but is another letter than i, and full case folding keeps it (CaseFolding.txt). */
const DOTLESS = /(\u0131)/;

/**
 * Makes one text of all spellings in capital and small letters, as full case folding does (Unicode, section 3.13). Two steps are needed:
 * ẞ and ß both have the capitals SS, and a capital sigma has two small forms.
 */
const caseFolded = (text: string): string =>
  text
    .split(DOTLESS)
    .map((part) => (DOTLESS.test(part) ? part : part.toLowerCase().toUpperCase().toLowerCase().replaceAll("ς", "σ")))
    .join("")
    .normalize("NFC");
