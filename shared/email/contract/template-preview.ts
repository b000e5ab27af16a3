import * as z from "zod";
import { oneOf, variables } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { BODY_TYPES } from "../domain/mail.ts";
import { FAULT_STAGES, TEMPLATE_FIELDS } from "../domain/template-fault.ts";
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
    with_faults: z
      .boolean({ error: "with_faults must be true or false" })
      .optional()
      .meta({ description: "A field that does not parse or render refuses nothing: it is answered as it is written." }),
  })
  .refine((request) => request.body_type === undefined || escapesHtmlOnly.check(request), escapesHtmlOnly.problem)
  .transform(({ body_type: bodyType, escape: escaping, with_text, with_unfilled, with_faults, ...fields }) => ({
    ...fields,
    bodyType,
    escaping,
    isTextAsked: with_text ?? false,
    isUnfilledAsked: with_unfilled ?? false,
    areFaultsAsked: with_faults ?? false,
  }));
export type PreviewRequest = z.output<typeof previewRequest>;

const templateFaultView = z
  .strictObject({
    field: z.enum(TEMPLATE_FIELDS),
    during: z
      .enum(FAULT_STAGES)
      .meta({ description: "`parse`: the text is no template; `render`: it is one, and fails with these values." }),
    detail: z.string().meta({ description: "The engine's message, with the line and mostly the column." }),
  })
  .meta({ id: "TemplateFault" });

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
    faults: z
      .array(templateFaultView)
      .optional()
      .meta({ description: "Where it was asked for: the fields that are answered as they are written, and why." }),
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
