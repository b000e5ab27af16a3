import { comparableAddress } from "./envelope-address.ts";

/** A mail for addresses to which mails come back. */
export interface ReturnedMail {
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
  readonly raw: Uint8Array;
}

/** Takes mails for one domain, besides keeping them like any other mail. */
export interface TakesBack {
  readonly domain: string;
  /** Resolves when no kill can lose the mail any more. */
  hand(mail: ReturnedMail): Promise<void>;
}

/** Tells whether an address is of the domain, in any letter case. */
export const isTakenBack = (address: string, { domain }: Pick<TakesBack, "domain">): boolean =>
  comparableAddress(address).endsWith(`@${domain}`);
