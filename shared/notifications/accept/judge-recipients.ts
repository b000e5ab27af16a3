import { STATUS_OF } from "../../edge/contract/refusal-status.ts";
import type { CallingKey } from "../../kernel/key-terms.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { refuseForeignRecipients } from "../../keys/refuse-foreign-recipients.ts";

/** An undefined recipient is a customer without a number. */
type Recipients = readonly (string | undefined)[];

/**
 * Runs the checks of a request, and then refuses the recipients to whom the key may not send (D47c). Whatever is wrong
 * with the request itself (400) comes before, and a conflict with the present state (409) after this refusal (D1).
 * @param known the recipients that are known before the checks
 * @throws Refusal `recipient_not_allowed`, and those of the checks
 */
export async function checkedForKey<Checked>(
  key: CallingKey | undefined,
  known: Recipients,
  check: () => Promise<{ readonly checked: Checked; readonly recipients: Recipients }>,
): Promise<Checked> {
  const { checked, recipients } = await check().catch(async (error: unknown) => {
    if (error instanceof Refusal && STATUS_OF[error.code] === 409) await refuseForeignRecipients(key, known);
    throw error;
  });
  await refuseForeignRecipients(key, recipients);
  return checked;
}
