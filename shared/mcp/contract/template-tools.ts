import * as z from "zod";
import { CHANNELS } from "../../channels/domain/channel-names.ts";
import { parameterView } from "../../chat/contract/chat-templates.ts";
import { TEMPLATE_CATEGORIES } from "../../chat/domain/templates/chat-template.ts";
import { besideOthers, requiredText, variables } from "../../edge/contract/fields.ts";
import { cursor } from "../../edge/contract/paging.ts";
import { refuseTwoValues, templateData } from "../../email/contract/template-data.ts";
import { templateReference } from "../../email/contract/template-name.ts";
import { BODY_TYPES } from "../../email/domain/mail.ts";
import { channelFilter } from "../../notifications/contract/notification-list.ts";
import { NOBODY_ELSES_TEXT } from "./others-text.ts";
import { limit, tool } from "./tool.ts";

/** A template of either channel, with the fields of its channel. */
const listedTemplate = z.strictObject({
  id: z.guid(),
  channel: z.enum(CHANNELS),
  name: z.string(),
  subject: z.string().optional(),
  body_type: z.enum(BODY_TYPES).optional(),
  alias: z.string().optional(),
  variables: z.array(z.string()).optional(),
  language: z.string().optional(),
  category: z.enum(TEMPLATE_CATEGORIES).optional(),
  can_send: z.boolean().optional(),
  parameters: z.array(parameterView).optional(),
});
export type ListedTemplateView = z.input<typeof listedTemplate>;

export const listTemplatesTool = tool({
  name: "list_templates",
  notesOf: "list_templates",
  title: "List templates",
  description:
    "Lists the account's email templates and then its WhatsApp templates, with the names of their variables (email) or parameters (chat). For more, pass next_cursor as cursor with the same channel.",
  input: z.strictObject({ channel: channelFilter, limit: limit({ max: 100, byDefault: 25 }), cursor }),
  output: z.strictObject({ templates: z.array(listedTemplate), next_cursor: z.string().optional() }),
  othersText: NOBODY_ELSES_TEXT,
  isReadOnly: true,
});

export const previewTemplateTool = tool({
  name: "preview_template",
  notesOf: "preview_template",
  title: "Preview a template",
  description:
    "Shows a template with these variables (texts) and this data (numbers, lists, objects) in place, and names those that are missing. It sends nothing.",
  input: z
    .strictObject({
      template_id: requiredText("template_id").pipe(templateReference("template_id")),
      variables,
      data: templateData,
    })
    .superRefine(refuseTwoValues, besideOthers),
  output: z.strictObject({
    channel: z.enum(CHANNELS),
    subject: z.string().optional(),
    body: z.string(),
    missing: z.array(z.string()),
  }),
  othersText: NOBODY_ELSES_TEXT,
  isReadOnly: true,
});
