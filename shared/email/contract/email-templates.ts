import * as z from "zod";
import { headerText, idParams, nonBlank, nonEmpty, oneOf, timestamp, variables } from "../../edge/contract/fields.ts";
import { pagingParameters } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import type { EmailTemplate } from "../domain/email-template.ts";
import { BODY_TYPES } from "../domain/mail.ts";

const MAX_NAME = 255;

export const emailTemplateRequest = z
  .strictObject({
    name: headerText(
      "name",
      nonBlank("name").max(MAX_NAME, { error: `name must have at most ${MAX_NAME} characters` }),
    ),
    subject: nonEmpty("subject").meta({ description: "Go text/template." }),
    body: nonEmpty("body").meta({ description: "Go text/template." }),
    body_type: oneOf("body_type", BODY_TYPES).default("text"),
  })
  .transform(({ body_type: bodyType, ...fields }) => ({ ...fields, bodyType }));
export type EmailTemplateRequest = z.output<typeof emailTemplateRequest>;

export const emailTemplateView = z
  .strictObject({
    id: z.guid(),
    name: z.string(),
    subject: z.string(),
    body: z.string(),
    body_type: z.enum(BODY_TYPES),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "EmailTemplate" });
export type EmailTemplateView = z.input<typeof emailTemplateView>;

export function toEmailTemplateView(template: EmailTemplate): EmailTemplateView {
  const { id, name, subject, body, bodyType, createdAt, updatedAt } = template;
  return { id, name, subject, body, body_type: bodyType, created_at: createdAt, updated_at: updatedAt };
}

const text = (field: string) => z.string({ error: `${field} must be a string` }).default("");

export const previewRequest = z.strictObject({ subject: text("subject"), body: text("body"), variables });
export type PreviewRequest = z.output<typeof previewRequest>;

export const previewView = z
  .strictObject({
    subject: z.string(),
    body: z.string(),
    variables: z.array(z.string()).meta({ description: "What the templates use, in order of first mention." }),
    missing: z.array(z.string()).meta({
      description: "Those of them that are absent and were printed or handed to a function, in order of first use.",
    }),
  })
  .meta({ id: "TemplatePreview" });

export const emailTemplatePageView = z
  .strictObject({
    templates: z.array(emailTemplateView).meta({ description: "Oldest first." }),
    next_cursor: z
      .string()
      .optional()
      .meta({ description: "Absent at the end. A page may hold fewer than asked for and yet have one." }),
  })
  .meta({ id: "EmailTemplatePage" });

export const toEmailTemplatePageView = ({
  templates,
  nextCursor,
}: {
  readonly templates: readonly EmailTemplate[];
  readonly nextCursor?: string | undefined;
}): z.input<typeof emailTemplatePageView> => ({
  templates: templates.map(toEmailTemplateView),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
});

export const TEMPLATE_PAGE = { max: 100, byDefault: 25 } as const;

const common = { group: "email-templates", auth: ["access-token"] } as const;
const impact = "owners cannot manage their email templates";

export const listEmailTemplates = route({
  ...common,
  operationId: "listEmailTemplates",
  summary: "List email templates",
  method: "GET",
  path: "/api/v1/templates",
  query: z.object(pagingParameters(TEMPLATE_PAGE)),
  success: { status: 200, schema: z.union([z.array(emailTemplateView), emailTemplatePageView]) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["config:read", "content:read"],
  impact,
});

export const createEmailTemplate = route({
  ...common,
  operationId: "createEmailTemplate",
  summary: "Create an email template",
  method: "POST",
  path: "/api/v1/templates",
  body: emailTemplateRequest,
  success: { status: 201, schema: emailTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "limit_reached"],
  uses: ["config:read", "config:write", "content:read", "content:write"],
  impact,
});

export const getEmailTemplate = route({
  ...common,
  operationId: "getEmailTemplate",
  summary: "Read an email template",
  method: "GET",
  path: "/api/v1/templates/{id}",
  params: idParams,
  success: { status: 200, schema: emailTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "content:read"],
  impact,
});

export const replaceEmailTemplate = route({
  ...common,
  operationId: "replaceEmailTemplate",
  summary: "Replace an email template",
  method: "PUT",
  path: "/api/v1/templates/{id}",
  params: idParams,
  body: emailTemplateRequest,
  success: { status: 200, schema: emailTemplateView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "limit_reached"],
  uses: ["config:read", "config:write", "content:read", "content:write", "templates:remove"],
  impact,
});

export const deleteEmailTemplate = route({
  ...common,
  operationId: "deleteEmailTemplate",
  summary: "Delete an email template",
  method: "DELETE",
  path: "/api/v1/templates/{id}",
  params: idParams,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "config:write", "content:read", "templates:remove"],
  impact,
});

export const previewEmailTemplate = route({
  ...common,
  operationId: "previewEmailTemplate",
  summary: "Preview an email template",
  method: "POST",
  path: "/panel/api/templates/preview",
  body: previewRequest,
  success: { status: 200, schema: previewView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: [],
  impact: "owners cannot preview their email templates",
});
