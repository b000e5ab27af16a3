export type BounceType = "permanent" | "transient";

/** RFC 3463: class, subject and detail. The characters around the code keep parts of IP addresses and version numbers out. */
const STATUS = /(?<![\d.])[245]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;
const FAILURE = /(?<![\d.])[45]\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;
/** A code behind a reply code is certainly a status, unlike the version of some program. */
const BEHIND_REPLY = /(?<![\d.])[45]\d\d[ -]['"(#]?([45]\.\d{1,3}\.\d{1,3})(?![\d.]*\d)/;
/** The class alone is known (RFC 3463 section 3.1). */
const UNSPECIFIC = /^[245]\.0\.0$/;

/** The sender's address, a full mailbox, a mail too large, its form, and policy are no permanent faults of the address (D45e). */
const NOT_FOR_GOOD = /^5\.(?:1\.[78]|2\.[23]|3\.4|6\.\d+|7\.\d+)$/;
const FOR_GOOD = /^5\.\d{1,3}\.\d{1,3}$/;

/** Tells whether a failure with this status suppresses its recipient (D45e, what comes back). */
export const isForGood = (status: string | undefined): boolean =>
  status !== undefined && FOR_GOOD.test(status) && !NOT_FOR_GOOD.test(status);

export const bounceType = (status: string | undefined): BounceType => (isForGood(status) ? "permanent" : "transient");

/** Reads a `Status` field, which may have a comment behind the code. */
export const readStatus = (field: string): string | undefined => plain(STATUS.exec(field)?.[0]);

/** Finds the enhanced code of a failure in an SMTP response or in a text about one. */
export const statusInResponse = (text: string): string | undefined =>
  plain(BEHIND_REPLY.exec(text)?.[1] ?? FAILURE.exec(text)?.[0]);

/** Exim reports every failure as 5.0.0, so the code in the response counts where it says more of the same class. */
export function preciseStatus(status: string | undefined, response: string | undefined): string | undefined {
  const said = response === undefined ? undefined : statusInResponse(response);
  if (status === undefined) return said;
  return said !== undefined && UNSPECIFIC.test(status) && said[0] === status[0] ? said : status;
}

/** Leading zeros are not part of a code. */
const plain = (code: string | undefined): string | undefined =>
  code
    ?.split(".")
    .map((number) => String(Number(number)))
    .join(".");
