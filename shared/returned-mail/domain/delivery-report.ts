import { addresses, addressesOfField } from "./address-forms.ts";
import { preciseStatus, readStatus } from "./enhanced-status.ts";
import type { MailPart } from "./parsed-mail.ts";
import { type Fields, fieldOf, readBlocks } from "./report-fields.ts";
import { diagnosticText } from "./response-text.ts";
import { type BouncedRecipient, MAX_RECIPIENTS } from "./returned-mail.ts";

/** Delivery reports of RFC 3464 and, for addresses beyond ASCII, of RFC 6533. */
const TYPES = new Set(["message/delivery-status", "message/global-delivery-status"]);

/** These fields name a recipient; the order is that of trust (D45f). */
const NAMING = ["original-recipient", "final-recipient", "original-rcpt-to"];
const OF_RECIPIENT = [...NAMING, "action"];

/** Returns the recipients that failed by the delivery reports of a mail; undefined when there is no readable report. */
export function failedByReport(parts: readonly MailPart[]): BouncedRecipient[] | undefined {
  const blocks = parts
    .filter(({ type }) => TYPES.has(type))
    .flatMap(({ text }) => readBlocks(text))
    .filter((fields) => OF_RECIPIENT.some((name) => fields.has(name)));
  if (blocks.length === 0) return undefined;
  return blocks.filter(hasFailed).slice(0, MAX_RECIPIENTS).map(toRecipient);
}

/** Without an action, the status decides. `delayed`, `delivered`, `relayed` and `expanded` are no failures. */
function hasFailed(fields: Fields): boolean {
  const action = /^[a-z]+/i.exec(fieldOf(fields, "action") ?? "")?.[0].toLowerCase();
  if (action !== undefined) return action === "failed" || action === "failure";
  return readStatus(fieldOf(fields, "status") ?? "")?.startsWith("5.") ?? false;
}

function toRecipient(fields: Fields): BouncedRecipient {
  const response = diagnosticText(fieldOf(fields, "diagnostic-code"));
  return {
    addresses: addresses(NAMING.flatMap((name) => addressesOfField(fieldOf(fields, name) ?? ""))),
    status: preciseStatus(readStatus(fieldOf(fields, "status") ?? ""), response),
    response,
  };
}
