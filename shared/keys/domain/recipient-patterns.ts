import { canonicalPhone, isE164 } from "../../chat/domain/phone-number.ts";
import { domainToAscii, isBareDomain } from "../../email/domain/domain-name.ts";
import { domainOf } from "../../email/domain/email-address.ts";
import { readRecipient } from "../../suppressions/domain/recipient.ts";

/** The forms of a pattern, as a message names them. */
export const PATTERN_FORMS = "email addresses, *@domain, phone numbers in E.164, or +digits*";

const ANY_OF_DOMAIN = "*@";
/** The beginning of a number of E.164, which has at most 15 digits. */
const NUMBER_PREFIX = /^\+[1-9]\d{0,14}\*$/;

type Pattern =
  | { readonly kind: "address" | "number"; readonly key: string }
  | { readonly kind: "domain"; readonly domain: string }
  | { readonly kind: "prefix"; readonly digits: string };

/** Returns undefined for a text that is no pattern (D47c). An asterisk stands only where it means any text. */
function readPattern(text: string): Pattern | undefined {
  if (NUMBER_PREFIX.test(text)) return { kind: "prefix", digits: text.slice(0, -1) };
  if (text.startsWith(ANY_OF_DOMAIN)) {
    const name = text.slice(ANY_OF_DOMAIN.length);
    const domain = isBareDomain(name) ? domainToAscii(name) : undefined;
    return domain === undefined ? undefined : { kind: "domain", domain };
  }
  const recipient = text.includes("*") ? undefined : readRecipient(text);
  return recipient && { kind: recipient.channel === "chat" ? "number" : "address", key: recipient.key };
}

export const isRecipientPattern = (text: string): boolean => readPattern(text) !== undefined;

/** Tells of each recipient whether it matches a pattern. `undefined` stands for a customer without a number, who matches none. */
export type MatchesAPattern = (recipient: string | undefined) => boolean;

/** Reads the patterns once, for any number of recipients. */
export function recipientMatcher(patterns: readonly string[]): MatchesAPattern {
  const read = patterns.map(readPattern).filter((one) => one !== undefined);
  const keys = new Set(read.flatMap((one) => ("key" in one ? [one.key] : [])));
  const domains = new Set(read.flatMap((one) => (one.kind === "domain" ? [one.domain] : [])));
  const prefixes = read.flatMap((one) => (one.kind === "prefix" ? [one.digits] : []));
  // All spellings of a customer's number are one customer (D30), so a prefix may match any of the two.
  const hasPrefix = (number: string) =>
    prefixes.some((digits) => number.startsWith(digits) || canonicalPhone(number).startsWith(digits));
  return (recipient) => {
    const found = recipient === undefined ? undefined : readRecipient(recipient);
    if (recipient === undefined || found === undefined) return false;
    if (keys.has(found.key)) return true;
    return isE164(recipient) ? hasPrefix(recipient) : domains.has(domainOf(recipient));
  };
}
