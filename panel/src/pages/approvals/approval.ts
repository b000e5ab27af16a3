import type { Schemas } from "../../api/schemas.ts";

export type Approval = Schemas["Approval"];
export type FinalText = Schemas["FinalText"];

/** The texts that a person may change before sending: subject and body of an email, or the body of a chat text. */
export interface Draft {
  readonly subject?: string | undefined;
  readonly body: string;
}

/** Returns undefined for a message whose text cannot be changed, such as a template that the platform has approved. */
export function draftOf({ content }: Approval): Draft | undefined {
  if ("subject" in content) return { subject: content.subject, body: content.body };
  const { text } = content.chat;
  return text === undefined ? undefined : { body: text.body };
}

/** Returns only the texts that were changed, because an edited body drops a mail's own plain part. */
export function changesOf(before: Draft, after: Draft): FinalText {
  return {
    ...(after.subject !== undefined && after.subject !== before.subject && { subject: after.subject }),
    ...(lines(after.body) !== lines(before.body) && { body: after.body }),
  };
}

/** A form has line feeds alone, whatever ends the lines of the mail. */
const lines = (text: string): string => text.replaceAll("\r\n", "\n");

/** Gives the line by which a person recognises it: the subject, or the beginning of a chat message. */
export function titleOf({ content, notification }: Approval): string {
  if ("subject" in content) return content.subject || "(no subject)";
  const { type, text, template_id: template } = content.chat;
  return (
    text?.body.slice(0, 80) ?? (template === undefined ? `A ${type} to ${notification.recipient ?? ""}` : "A template")
  );
}

/** Returns the id that is current after a step from the current one, or after the current one is gone. */
export function stepFrom(ids: readonly string[], current: string | undefined, by: 1 | -1): string | undefined {
  const place = ids.indexOf(current ?? "");
  return place === -1 ? ids[0] : (ids[place + by] ?? ids[place]);
}
