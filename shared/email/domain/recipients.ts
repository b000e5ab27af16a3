import { invalid, Refusal } from "../../kernel/refusal.ts";
import { isEmailAddress } from "./email-address.ts";

/** The limit counts recipient, cc and bcc together (L-recipients). */
export const MAX_RECIPIENTS = 50;

export interface Recipients {
  readonly recipient: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
}

/** An address such as `Ana <ana@example.com>` is a common mistake, so `errors` names the part that must be left out (D54). */
function badAddress(field: string, address: string): Refusal {
  const message = `${field} must be a valid email address`;
  if (!/<.*>/s.test(address)) return invalid(message);
  const bare = `${message} alone, without a display name and angle brackets`;
  return new Refusal("invalid_request", message, { problems: [{ field, message: bare }] });
}

/** Trims addresses, and removes repeated ones without regard to case: the first in the order recipient, cc, bcc stays (D13). */
export function recipientsOf(request: {
  recipient: string;
  cc: readonly string[];
  bcc: readonly string[];
}): Recipients {
  const seen = new Set<string>();
  const take = (field: string, addresses: readonly string[]): string[] =>
    addresses
      .map((address) => address.trim())
      .filter((address) => {
        if (address === "" || seen.has(address.toLowerCase())) return false;
        if (!isEmailAddress(address)) throw badAddress(field, address);
        seen.add(address.toLowerCase());
        return true;
      });
  const [recipient] = take("recipient", [request.recipient]);
  if (recipient === undefined) throw invalid("recipient is required");
  const cc = take("cc", request.cc);
  const bcc = take("bcc", request.bcc);
  if (seen.size > MAX_RECIPIENTS)
    throw invalid(`at most ${MAX_RECIPIENTS} recipients are allowed across recipient, cc and bcc`);
  return { recipient, cc, bcc };
}

export const allRecipients = (to: Recipients): readonly string[] => [to.recipient, ...to.cc, ...to.bcc];
