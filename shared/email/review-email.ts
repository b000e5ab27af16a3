import { invalid } from "../kernel/refusal.ts";
import type { FinalText, Reviewer } from "../notifications/channel.ts";
import { oneLine } from "../notifications/domain/title.ts";
import { type EmailContent, emailIn } from "./domain/email-content.ts";
import { MAX_MESSAGE_BYTES, messageSizeBound } from "./domain/message-size.ts";

/** A mail as a person reads it who has to approve it. */
export const emailReviewer: Reviewer<EmailContent> = {
  review: emailIn,
  edit(content, edits) {
    const email = emailIn(content);
    const edited = { ...email, ...finalTextOf(edits), text: edits.body === undefined ? email.text : undefined };
    if (messageSizeBound(edited, email.fromName ?? "") > MAX_MESSAGE_BYTES)
      throw invalid("the message would be larger than 25 MiB");
    return { content: edited, title: oneLine(edited.subject) };
  },
};

/** The edits are final: they may have the signs of a template, and none is executed. */
function finalTextOf({ subject, body }: FinalText): Pick<Partial<EmailContent>, "subject" | "body"> {
  for (const [field, value] of Object.entries({ subject, body }))
    if (value === "") throw invalid(`${field} is required`);
  return { ...(subject !== undefined && { subject }), ...(body !== undefined && { body }) };
}
