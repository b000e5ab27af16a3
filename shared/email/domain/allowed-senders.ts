import { isBareDomain } from "./domain-name.ts";
import { domainOf, isEmailAddress } from "./email-address.ts";
import type { JudgingAccount } from "./sending-account.ts";

/** An entry that begins with this allows every address of the domain that follows. */
const EVERY_ADDRESS_AT = "*@";

/** An entry of an account's list of senders is an address, or `*@` with a bare domain (D52). */
export const isSenderEntry = (entry: string): boolean =>
  isEmailAddress(entry) && (!entry.startsWith(EVERY_ADDRESS_AT) || isBareDomain(entry.slice(EVERY_ADDRESS_AT.length)));

/** Returns a form in which all spellings of an address are equal; a plus part belongs to the address. */
const comparable = (address: string): string =>
  `${lowerCase(address.slice(0, address.lastIndexOf("@")))}@${domainOf(address)}`;

/** The Kelvin sign (U+212A) is not `k`, although that is its lower case: it would make another mailbox look like one on the list. */
const lowerCase = (text: string): string => text.replace(/[^\u212a]+/g, (part) => part.toLowerCase());

/** True for the account's own address and for an address on its list, in any case and with either form of the domain (D52). */
export function isSenderAllowed(
  { fromAddress, fromAddresses = [] }: Pick<JudgingAccount, "fromAddress" | "fromAddresses">,
  from: string,
): boolean {
  const asked = comparable(from);
  if (fromAddress !== undefined && comparable(fromAddress) === asked) return true;
  return fromAddresses.some((entry) =>
    entry.startsWith(EVERY_ADDRESS_AT) ? domainOf(entry) === domainOf(from) : comparable(entry) === asked,
  );
}
