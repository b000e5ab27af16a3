import * as z from "zod";
import { type ChatPayload, chatPayload } from "../../chat/contract/chat-message.ts";
import { isE164 } from "../../chat/domain/phone-number.ts";
import {
  besideOthers,
  headerText,
  nonBlank,
  oneOf,
  optionalText,
  requiredText,
  textList,
  uuid,
  variables,
} from "../../edge/contract/fields.ts";
import { BODY_TYPES, type BodyType } from "../../email/domain/mail.ts";
import { CHANNELS } from "../domain/notification.ts";

const MAX_NAME = 255;

/** Known on every channel, and used on one only: their types are checked, nothing else (E8, C2). */
const unusedByEmail = { chat_account_id: optionalText("chat_account_id"), chat: chatPayload.optional() };
const unusedByChat = {
  cc: textList("cc").optional(),
  bcc: textList("bcc").optional(),
  from_name: optionalText("from_name"),
  subject: optionalText("subject"),
  body: optionalText("body"),
  body_type: optionalText("body_type"),
  template_id: optionalText("template_id"),
  variables,
  smtp_account_id: optionalText("smtp_account_id"),
};

const emailFields = z
  .strictObject({
    channel: z
      .literal("email")
      .optional()
      .transform(() => "email" as const),
    recipient: nonBlank("recipient").meta({ description: "An email address." }),
    cc: textList("cc").default([]).meta({ description: "Visible copies; empty values are dropped." }),
    bcc: textList("bcc").default([]).meta({ description: "Hidden copies; empty values are dropped." }),
    from_name: headerText(
      "from_name",
      z
        .string({ error: "from_name must be a string" })
        .trim()
        .max(MAX_NAME, { error: `from_name must have at most ${MAX_NAME} characters` }),
    )
      .optional()
      .meta({ description: "Overrides the account's sender name for this mail." }),
    subject: optionalText("subject"),
    body: optionalText("body"),
    body_type: oneOf("body_type", BODY_TYPES)
      .optional()
      .meta({ description: "text, or what the template says, when left out." }),
    template_id: uuid("template_id").optional().meta({ description: "Takes priority over subject and body." }),
    variables,
    smtp_account_id: uuid("smtp_account_id").optional().meta({ description: "The default account when left out." }),
    ...unusedByEmail,
  })
  .superRefine((request, context) => {
    if (request.template_id !== undefined) return;
    for (const field of ["subject", "body"] as const)
      if (!request[field]) context.addIssue({ code: "custom", path: [field], message: `${field} is required` });
  }, besideOthers)
  .meta({ id: "EmailNotificationRequest" });

const chatFields = z
  .strictObject({
    channel: z.literal("chat"),
    recipient: requiredText("recipient")
      .refine(isE164, { error: "recipient must be a phone number in E.164 form, such as +15551230001" })
      .meta({ description: "A phone number in E.164 form." }),
    chat_account_id: uuid("chat_account_id").optional().meta({ description: "The default account when left out." }),
    chat: chatPayload,
    ...unusedByChat,
  })
  .meta({ id: "ChatNotificationRequest" });

export interface EmailRequest {
  readonly channel: "email";
  readonly recipient: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly fromName?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly bodyType?: BodyType | undefined;
  readonly templateId?: string | undefined;
  readonly variables: Readonly<Record<string, string>>;
  readonly accountId?: string | undefined;
}

const emailRequest = emailFields.transform(
  (fields): EmailRequest => ({
    channel: fields.channel,
    recipient: fields.recipient,
    cc: fields.cc,
    bcc: fields.bcc,
    fromName: fields.from_name,
    subject: fields.subject,
    body: fields.body,
    bodyType: fields.body_type,
    templateId: fields.template_id,
    variables: fields.variables,
    accountId: fields.smtp_account_id,
  }),
);

export interface ChatRequest {
  readonly channel: "chat";
  /** E.164. */
  readonly recipient: string;
  readonly chat: ChatPayload;
  readonly accountId?: string | undefined;
}

const chatRequest = chatFields.transform(
  ({ channel, recipient, chat, chat_account_id: accountId }): ChatRequest => ({ channel, recipient, chat, accountId }),
);

export const notificationRequest = z.discriminatedUnion("channel", [emailRequest, chatRequest], {
  error: ({ code }) => (code === "invalid_union" ? `channel must be one of: ${CHANNELS.join(", ")}` : undefined),
});
export type NotificationRequest = z.output<typeof notificationRequest>;

/** The sending account that the body of an email means, valid or not; a chat message has no origins to check. */
export function sendingAccountIn(
  body: Readonly<Record<string, unknown>>,
): { readonly accountId: string | undefined } | undefined {
  if (body.channel === "chat") return undefined;
  return { accountId: emailFields.shape.smtp_account_id.safeParse(body.smtp_account_id).data };
}
