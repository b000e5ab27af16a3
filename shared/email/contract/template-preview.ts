import * as z from "zod";
import { oneOf, variables } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { BODY_TYPES } from "../domain/mail.ts";
import { common } from "./email-templates.ts";
import { escapeField, escapesHtmlOnly } from "./template-escape.ts";

const text = (field: string) => z.string({ error: `${field} must be a string` }).default("");

export const previewRequest = z
  .strictObject({
    subject: text("subject"),
    body: text("body"),
    body_type: oneOf("body_type", BODY_TYPES).optional(),
    escape: escapeField,
    variables,
    with_text: z
      .boolean({ error: "with_text must be true or false" })
      .optional()
      .meta({ description: "Also the plain part that is derived from a body of HTML." }),
    with_unfilled: z
      .boolean({ error: "with_unfilled must be true or false" })
      .optional()
      .meta({ description: "Also which of the missing ones the mail shows as `<no value>`." }),
  })
  .refine((request) => request.body_type === undefined || escapesHtmlOnly.check(request), escapesHtmlOnly.problem)
  .transform(
    ({ body_type: bodyType, escape: escaping, with_text: withText, with_unfilled: withUnfilled, ...fields }) => ({
      ...fields,
      bodyType,
      escaping,
      isTextAsked: withText ?? false,
      isUnfilledAsked: withUnfilled ?? false,
    }),
  );
export type PreviewRequest = z.output<typeof previewRequest>;

export const previewView = z
  .strictObject({
    subject: z.string(),
    body: z.string(),
    text: z
      .string()
      .optional()
      .meta({ description: "The plain part that is derived from a body of HTML, where it was asked for." }),
    variables: z.array(z.string()).meta({ description: "What the templates use, in order of first mention." }),
    missing: z.array(z.string()).meta({
      description: "Those of them that are absent and were printed or handed to a function, in order of first use.",
    }),
    unfilled: z.array(z.string()).optional().meta({
      description:
        "Those of the missing ones that the mail shows as `<no value>`, where it was asked for: one with a default, or that is only compared, is not seen.",
    }),
    warnings: z
      .array(z.string())
      .optional()
      .meta({ description: "What may go wrong with the mail although it renders." }),
  })
  .meta({ id: "TemplatePreview" });

export const previewEmailTemplate = route({
  ...common,
  operationId: "previewEmailTemplate",
  changes: "nothing",
  summary: "Preview an email template",
  method: "POST",
  path: "/panel/api/templates/preview",
  body: previewRequest,
  success: { status: 200, schema: previewView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: [],
  impact: "owners cannot preview their email templates",
});
