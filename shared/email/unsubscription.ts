import type { Owner } from "../kernel/owner.ts";
import { Refusal } from "../kernel/refusal.ts";
import { UNSUBSCRIBE_PATH } from "../suppressions/domain/unsubscribe-link.ts";
import type { LinkKeyStore } from "../suppressions/ports.ts";
import { tokenOf } from "../suppressions/unsubscribe-links.ts";
import type { EmailContent, Unsubscription } from "./domain/email-content.ts";
import { allRecipients, type Recipients } from "./domain/recipients.ts";

export interface UnsubscriptionDeps {
  readonly unsubscribeLinks: {
    /** Undefined in a deployment whose address may change. */
    readonly publicUrl: string | undefined;
    readonly linkKeys: Pick<LinkKeyStore, "ofOwner">;
  };
}

export interface ToUnsubscribe {
  readonly owner: Owner;
  /** The mail's notification. */
  readonly id: string;
  readonly topic: string;
}

const refused = (message: string): Refusal =>
  new Refusal("invalid_request", message, { problems: [{ field: "unsubscribe", message }] });

/**
 * Makes the link by which the mail's only recipient can unsubscribe (D45a).
 * @throws Refusal `invalid_request` for several recipients, or when the deployment has no lasting address
 */
export async function unsubscriptionOf(
  { unsubscribeLinks: { publicUrl, linkKeys } }: UnsubscriptionDeps,
  { owner, id, topic }: ToUnsubscribe,
  recipients: Recipients,
): Promise<Unsubscription> {
  if (allRecipients(recipients).length > 1)
    throw refused("unsubscribe needs exactly one recipient: a shared link would unsubscribe the wrong person");
  if (publicUrl === undefined) throw refused("unsubscribe needs a domain name, which this deployment does not have");
  const token = await tokenOf(linkKeys, owner, { address: recipients.recipient, topic, notificationId: id });
  return { topic, url: `${publicUrl}${UNSUBSCRIBE_PATH}${token}` };
}

const tokenIn = ({ url }: Unsubscription): string => url.slice(url.lastIndexOf("/") + 1);

/** Gives a mail that is sent to another recipient a link of its own, also where its text has the first one's. */
export function withLinkOf(content: EmailContent, unsubscribe: Unsubscription): EmailContent {
  if (content.unsubscribe === undefined) return content;
  // No escaping changes a token's characters, so the text has it unchanged.
  const [before, after] = [tokenIn(content.unsubscribe), tokenIn(unsubscribe)];
  const { subject, body, text } = content;
  return {
    ...content,
    unsubscribe,
    subject: subject.replaceAll(before, after),
    body: body.replaceAll(before, after),
    text: text?.replaceAll(before, after),
  };
}
