import type { KeyTerms } from "../kernel/key-terms.ts";

/** Tells whether the key may send to some recipients only. */
export const hasRecipientList = (terms: KeyTerms | undefined): boolean => terms?.limits?.recipients !== undefined;

/**
 * Refuses recipients to whom the key may not send (D47c). `undefined` stands for a customer without a number. Requests
 * without an API key have no terms. Few keys have a list, so the code that reads one is loaded by the first of them.
 * @throws Refusal `recipient_not_allowed`
 */
export async function refuseForeignRecipients(
  terms: KeyTerms | undefined,
  recipients: readonly (string | undefined)[],
): Promise<void> {
  const patterns = terms?.limits?.recipients;
  if (patterns === undefined) return;
  const { refuseUnmatched } = await import("./domain/allowed-recipients.ts");
  refuseUnmatched(patterns, recipients);
}
