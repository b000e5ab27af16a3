import * as z from "zod";
import { besideOthers, oneOf, variables } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";
import { BODY_TYPES } from "../domain/mail.ts";
import { FAULT_STAGES, TEMPLATE_FIELDS } from "../domain/template-fault.ts";
import { common } from "./email-templates.ts";
import { refuseTwoValues, templateData } from "./template-data.ts";
import { escapeField, escapesHtmlOnly } from "./template-escape.ts";

const text = (field: string) => z.string({ error: `${field} must be a string` }).default("");

export const previewRequest = z
  .strictObject({
    subject: text("subject"),
    body: text("body"),
    body_type: oneOf("body_type", BODY_TYPES).optional(),
    escape: escapeField,
    variables,
    data: templateData,
    with_text: z.boolean({ error: "with_text must be true or false" }).optional(),
    with_unfilled: z.boolean({ error: "with_unfilled must be true or false" }).optional(),
    with_faults: z.boolean({ error: "with_faults must be true or false" }).optional(),
  })
  .refine((request) => request.body_type === undefined || escapesHtmlOnly.check(request), escapesHtmlOnly.problem)
  .superRefine(refuseTwoValues, besideOthers)
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
    during: z.enum(FAULT_STAGES),
    detail: z.string(),
  })
  .meta({ id: "TemplateFault" });

export const previewView = z
  .strictObject({
    subject: z.string(),
    body: z.string(),
    text: z.string().optional(),
    variables: z.array(z.string()),
    missing: z.array(z.string()),
    unfilled: z.array(z.string()).optional(),
    warnings: z.array(z.string()).optional(),
    faults: z.array(templateFaultView).optional(),
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
