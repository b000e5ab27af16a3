import * as z from "zod";
import { chatPayload } from "../../chat/contract/chat-message.ts";
import { CHAT_FIELDS, type ChatRequest } from "../../chat/contract/chat-request.ts";
import { besideOthers, stringMap, uuid } from "../../edge/contract/fields.ts";
import { EMAIL_FIELDS, refuseContradictions, toEmailRequest } from "../../email/contract/email-request.ts";
import { BODY_TYPES } from "../../email/domain/mail.ts";
import { KEY_APPROVALS } from "../../kernel/key-terms.ts";
import { REASONS } from "../../suppressions/domain/suppression.ts";
import { acceptedView } from "./accepted-view.ts";
import { idempotencyKey } from "./idempotency-key.ts";
import { NOBODY_ELSES_TEXT } from "./others-text.ts";
import { tool } from "./tool.ts";

const trial = z.boolean({ error: "dry_run must be true or false" }).optional();
const once = { idempotency_key: idempotencyKey, dry_run: trial };

const emailRequest = z.strictObject(EMAIL_FIELDS);
/** The fields of a mail that agents may give (D47a, D51). */
const OFFERED = {
  recipient: true,
  cc: true,
  bcc: true,
  from: true,
  from_name: true,
  subject: true,
  body: true,
  body_type: true,
  template_id: true,
  variables: true,
  data: true,
  smtp_account_id: true,
  reply_to: true,
  send_at: true,
  metadata: true,
} as const;

const emailArguments = z.strictObject({ ...emailRequest.pick(OFFERED).shape, ...once });

/** The fields of a mail that agents cannot give are absent in their requests. */
const NOT_OFFERED = emailRequest.omit(OFFERED).parse({});

/** A result shows what a send would do; a send shows which notification it made. */
const sendResult = z.strictObject({
  notification_id: acceptedView.shape.notification_id.optional(),
  status: acceptedView.shape.status.optional(),
  dry_run: z.literal(true).optional(),
  preview: z
    .strictObject({
      subject: z.string().optional(),
      body: z.string(),
      body_type: z.enum(BODY_TYPES).optional(),
    })
    .optional(),
  recipients: z.array(z.string()).optional(),
  left_out: z.array(z.strictObject({ recipient: z.string(), reason: z.enum(REASONS) })).optional(),
  window_open: z.boolean().optional(),
  remaining_today: z.int().min(0).optional(),
  approval: z.enum(KEY_APPROVALS).optional(),
});
export type SendResult = z.input<typeof sendResult>;

const TRIAL =
  "With dry_run it sends nothing: it shows the message as it would leave, who would get it, who would be left out and why, and it refuses what the send would refuse.";
const QUEUED = "The message is queued: the result names the notification that tells what became of it.";
const ONCE = "Repeat a call whose answer was lost with the same idempotency_key, so that nothing is sent twice.";

export const sendEmailTool = tool({
  name: "send_email",
  notesOf: "EmailNotificationRequest",
  title: "Send an email",
  description: [
    "Sends an email with subject and body, or from a template with template_id, variables (texts) and data (numbers, lists, objects). It goes to at most 50 addresses, each of which sees the others but those in bcc: for separate mails, call once for each recipient.",
    TRIAL,
    QUEUED,
    ONCE,
  ].join(" "),
  input: emailArguments
    .superRefine((given, context) => refuseContradictions({ ...NOT_OFFERED, ...given }, context), besideOthers)
    .transform(({ idempotency_key: key, dry_run: isTrial = false, ...fields }) => ({
      request: toEmailRequest({ ...NOT_OFFERED, ...fields }),
      key,
      isTrial,
    })),
  output: sendResult.omit({ window_open: true }),
  othersText: NOBODY_ELSES_TEXT,
  isReadOnly: false,
});

/** Makes the request of a send by the fields of this tool. */
const templateRequest = ({
  recipient: to,
  template_id: templateId,
  values,
  chat_account_id: accountId,
  send_at: sendAt,
  metadata: pairs,
}: z.output<typeof chatTemplateArguments>): ChatRequest => ({
  channel: "chat",
  recipient: to,
  chat: chatPayload.parse({ type: "template", template_id: templateId, values }),
  accountId,
  sendAt,
  metadata: pairs,
});

const chatTemplateArguments = z.strictObject({
  recipient: CHAT_FIELDS.recipient,
  template_id: uuid("template_id"),
  values: stringMap("values").optional(),
  chat_account_id: CHAT_FIELDS.chat_account_id,
  send_at: CHAT_FIELDS.send_at,
  metadata: CHAT_FIELDS.metadata,
  ...once,
});

export const sendChatTemplateTool = tool({
  name: "send_chat_template",
  notesOf: "send_chat_template",
  title: "Send a WhatsApp template",
  description: [
    "Sends an approved WhatsApp template to one customer, whether or not they wrote within the last 24 hours.",
    TRIAL,
    QUEUED,
    ONCE,
  ].join(" "),
  input: chatTemplateArguments.transform((given) => ({
    request: templateRequest(given),
    key: given.idempotency_key,
    isTrial: given.dry_run ?? false,
  })),
  output: sendResult,
  othersText: NOBODY_ELSES_TEXT,
  isReadOnly: false,
});
