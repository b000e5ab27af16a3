import * as z from "zod";
import { IF_MATCH } from "../../edge/contract/entity-tag.ts";
import { headerText, idParams, nonBlank, nonEmpty, oneOf, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { pagingParameters } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { type EmailTemplate, ESCAPINGS } from "../domain/email-template.ts";
import { BODY_TYPES } from "../domain/mail.ts";
import { escapeField, escapesHtmlOnly } from "./template-escape.ts";
import { alias } from "./template-name.ts";

const MAX_NAME = 255;

/** A template is written with these fields (D44b). */
export const emailTemplateRequest = z
  .strictObject({
    name: headerText(
      "name",
      nonBlank("name").max(MAX_NAME, { error: `name must have at most ${MAX_NAME} characters` }),
    ),
    subject: nonEmpty("subject"),
    body: nonEmpty("body"),
    body_type: oneOf("body_type", BODY_TYPES).default("text"),
    alias: alias.optional(),
    strict: z.boolean({ error: "strict must be true or false" }).optional(),
    escape: escapeField,
  })
  .refine(escapesHtmlOnly.check, escapesHtmlOnly.problem)
  .transform(({ body_type: bodyType, strict, escape: escaping, ...fields }) => ({
    ...fields,
    bodyType,
    isStrict: strict ?? false,
    escaping: escaping ?? "none",
    showsOptions: [fields.alias, strict, escaping].some((option) => option !== undefined),
  }));
export type EmailTemplateRequest = z.output<typeof emailTemplateRequest>;

/** A template and each of its versions show these fields. */
export const viewFields = {
  id: z.guid(),
  name: z.string(),
  subject: z.string(),
  body: z.string(),
  body_type: z.enum(BODY_TYPES),
  alias: z.string().optional(),
  strict: z.boolean().optional(),
  escape: z.enum(ESCAPINGS).optional(),
};
export const viewTimes = { created_at: timestamp, updated_at: timestamp };
export const versionNumber = z.int().min(1);

export const emailTemplateView = z
  .strictObject({
    ...viewFields,
    version: versionNumber.optional(),
    ...viewTimes,
  })
  .meta({ id: "EmailTemplate" });
export type EmailTemplateView = z.input<typeof emailTemplateView>;

export function toEmailTemplateView(template: EmailTemplate): EmailTemplateView {
  const { id, name, subject, body, bodyType, showsOptions, createdAt, updatedAt } = template;
  return {
    id,
    name,
    subject,
    body,
    body_type: bodyType,
    ...(showsOptions && optionsOf(template)),
    created_at: createdAt,
    updated_at: updatedAt,
  };
}

const optionsOf = ({ alias: name, isStrict: strict, escaping, version }: EmailTemplate) => ({
  ...(name !== undefined && { alias: name }),
  strict,
  escape: escaping,
  version,
});

export const emailTemplatePageView = z
  .strictObject({
    templates: z.array(emailTemplateView),
    next_cursor: z.string().optional(),
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

export const common = { group: "email-templates", auth: ["access-token"] } as const;
export const impact = "owners cannot manage their email templates";

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
  changes: { kind: "email_template", action: "created" },
  summary: "Create an email template",
  method: "POST",
  path: "/api/v1/templates",
  headers: IDEMPOTENCY_KEY,
  body: emailTemplateRequest,
  success: { status: 201, schema: emailTemplateView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "limit_reached", "alias_taken", ...KEY_REFUSALS],
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
  success: { status: 200, schema: emailTemplateView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "content:read"],
  impact,
});

export const replaceEmailTemplate = route({
  ...common,
  operationId: "replaceEmailTemplate",
  changes: { kind: "email_template", action: "changed" },
  summary: "Replace an email template",
  method: "PUT",
  path: "/api/v1/templates/{id}",
  headers: IF_MATCH,
  params: idParams,
  body: emailTemplateRequest,
  success: { status: 200, schema: emailTemplateView, hasTag: true },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "limit_reached",
    "alias_taken",
    "version_conflict",
  ],
  uses: ["config:read", "config:write", "content:read", "content:write", "templates:remove"],
  impact,
});

export const deleteEmailTemplate = route({
  ...common,
  operationId: "deleteEmailTemplate",
  changes: { kind: "email_template", action: "deleted" },
  summary: "Delete an email template",
  method: "DELETE",
  path: "/api/v1/templates/{id}",
  headers: IF_MATCH,
  params: idParams,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "version_conflict"],
  uses: ["config:read", "config:write", "content:read", "templates:remove"],
  impact,
});
