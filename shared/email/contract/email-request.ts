import * as z from "zod";
import { headerText, nonBlank, oneOf, optionalText, textList, uuid, variables } from "../../edge/contract/fields.ts";
import type { JsonObject } from "../../kernel/json-data.ts";
import { type SendOptions, sendOptions } from "../../notifications/contract/send-options.ts";
import { isEmailAddress } from "../domain/email-address.ts";
import { BODY_TYPES, type BodyType } from "../domain/mail.ts";
import { isTextMisplaced, type MailFields, mailFields, unusedMailFields } from "./mail-fields.ts";
import { refuseTwoValues, templateData, unusedTemplateData } from "./template-data.ts";
import { templateReference } from "./template-name.ts";

const MAX_NAME = 255;

/** The number of the template's version that a send may choose (D44b). */
export const templateVersion = z
  .int({ error: "template_version must be a whole number" })
  .min(1, { error: "template_version must be 1 or more" })
  .optional();
export const strictVariables = z.boolean({ error: "strict_variables must be true or false" }).optional();

export const EMAIL_FIELDS = {
  channel: z
    .literal("email")
    .optional()
    .transform(() => "email" as const),
  recipient: nonBlank("recipient"),
  cc: textList("cc").default([]),
  bcc: textList("bcc").default([]),
  from: z
    .string({ error: "from must be a string" })
    .trim()
    .refine(isEmailAddress, { error: "from must be a valid email address" })
    .optional(),
  from_name: headerText(
    "from_name",
    z
      .string({ error: "from_name must be a string" })
      .trim()
      .max(MAX_NAME, { error: `from_name must have at most ${MAX_NAME} characters` }),
  ).optional(),
  subject: optionalText("subject"),
  body: optionalText("body"),
  body_type: oneOf("body_type", BODY_TYPES).optional(),
  template_id: templateReference("template_id").optional(),
  variables,
  data: templateData,
  smtp_account_id: uuid("smtp_account_id").optional(),
  template_version: templateVersion,
  strict_variables: strictVariables,
  ...mailFields,
  ...sendOptions,
};

type EmailFields = z.output<z.ZodObject<typeof EMAIL_FIELDS>>;

export function refuseContradictions(request: EmailFields, context: z.core.$RefinementCtx): void {
  if (isTextMisplaced(request))
    context.addIssue({ code: "custom", path: ["text"], message: "text needs a body, with body_type html" });
  refuseTwoValues(request, context);
  if (request.template_id !== undefined) return;
  if (request.data !== undefined)
    context.addIssue({ code: "custom", path: ["data"], message: "data needs template_id" });
  if (request.template_version !== undefined)
    context.addIssue({ code: "custom", path: ["template_version"], message: "template_version needs template_id" });
  for (const field of ["subject", "body"] as const)
    if (!request[field]) context.addIssue({ code: "custom", path: [field], message: `${field} is required` });
}

/** The email fields in a request for another channel: their types are checked, and their values are not used. */
export const UNUSED_EMAIL_FIELDS = {
  cc: textList("cc").optional(),
  bcc: textList("bcc").optional(),
  from: optionalText("from"),
  from_name: optionalText("from_name"),
  subject: optionalText("subject"),
  body: optionalText("body"),
  body_type: optionalText("body_type"),
  template_id: optionalText("template_id"),
  variables,
  data: unusedTemplateData,
  template_version: z.number({ error: "template_version must be a number" }).optional(),
  strict_variables: strictVariables,
  smtp_account_id: optionalText("smtp_account_id"),
  ...unusedMailFields,
};

export interface EmailRequest extends SendOptions, MailFields {
  readonly channel: "email";
  readonly recipient: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  /** The sender's address, where it is not simply the account's own (D52). */
  readonly from?: string | undefined;
  readonly fromName?: string | undefined;
  readonly subject?: string | undefined;
  readonly body?: string | undefined;
  readonly bodyType?: BodyType | undefined;
  /** The id or the alias of the template. */
  readonly templateId?: string | undefined;
  readonly templateVersion?: number | undefined;
  /** With `true`, a mail is refused when its template uses an absent variable. When undefined, the template's own `strict` decides. */
  readonly strictVariables?: boolean | undefined;
  readonly variables: Readonly<Record<string, string>>;
  /** Values that are no strings; undefined, unlike an empty object, leaves the template with strings alone (D51). */
  readonly data?: JsonObject | undefined;
  readonly accountId?: string | undefined;
}

export const toEmailRequest = (fields: EmailFields): EmailRequest => ({
  channel: fields.channel,
  recipient: fields.recipient,
  cc: fields.cc,
  bcc: fields.bcc,
  from: fields.from,
  fromName: fields.from_name,
  subject: fields.subject,
  body: fields.body,
  bodyType: fields.body_type,
  templateId: fields.template_id,
  variables: fields.variables,
  data: fields.data,
  templateVersion: fields.template_version,
  strictVariables: fields.strict_variables,
  accountId: fields.smtp_account_id,
  text: fields.text,
  replyTo: fields.reply_to,
  headers: fields.headers,
  attachments: fields.attachments,
  unsubscribe: fields.unsubscribe,
  sendAt: fields.send_at,
  metadata: fields.metadata,
});
