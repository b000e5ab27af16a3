import { invalid } from "../../kernel/refusal.ts";
import type { Notification, NotificationContent } from "../../notifications/domain/notification.ts";
import type { ResendTo } from "../../notifications/domain/resend-to.ts";
import { type EmailContent, emailIn } from "./email-content.ts";

type Recipients = Pick<EmailContent, "recipient" | "cc" | "bcc">;

/** @throws Refusal `invalid_request` when all recipients have the mail already */
export function readdressed(content: NotificationContent, first: Notification, to: ResendTo): EmailContent {
  const email = emailIn(content);
  const recipients = recipientsFor(to, first, email);
  if (recipients === undefined) throw invalid("no recipient of the notification failed");
  return { ...email, ...recipients };
}

/** Returns the recipients to whom the mail is sent again; undefined when all of them have it. */
export function recipientsFor(
  to: ResendTo,
  notification: Pick<Notification, "status" | "recipients">,
  content: Recipients,
): Recipients | undefined {
  if (to.kind === "address") return { recipient: to.address, cc: [], bcc: [] };
  const { recipient, cc, bcc } = content;
  const isOwed = owed(notification);
  const of = (addresses: readonly string[], from: number) => addresses.filter((_, i) => isOwed(from + i));
  const rest = { cc: of(cc, 1), bcc: of(bcc, 1 + cc.length) };
  if (isOwed(0)) return { recipient, ...rest };
  // Every mail needs a recipient. If `recipient` has the mail already, the first of cc and bcc takes this place.
  const [first, ...others] = [...rest.cc, ...rest.bcc];
  if (first === undefined) return undefined;
  return { recipient: first, cc: rest.cc.slice(1), bcc: others.slice(Math.max(0, rest.cc.length - 1)) };
}

/** Returns a function that says whether the recipient at a place has not got the mail yet. Places count through recipient, cc and bcc. */
function owed({ status, recipients }: Pick<Notification, "status" | "recipients">): (place: number) => boolean {
  if (recipients === undefined) return () => status !== "sent";
  const taken = new Set(recipients.flatMap(({ to, result }) => (result === "accepted" ? [to] : [])));
  return (place) => !taken.has(place);
}
