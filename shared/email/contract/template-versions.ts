import * as z from "zod";
import { idParams } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { pagingParameters } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import { type EmailTemplate, KEPT_VERSIONS } from "../domain/email-template.ts";
import {
  common,
  emailTemplateView,
  impact,
  toEmailTemplateView,
  versionNumber,
  viewFields,
  viewTimes,
} from "./email-templates.ts";

/** A template as the write at `updated_at` left it. */
export const templateVersionView = z
  .strictObject({ ...viewFields, version: versionNumber, ...viewTimes })
  .meta({ id: "EmailTemplateVersion" });

export const toTemplateVersionView = (template: EmailTemplate): z.input<typeof templateVersionView> => ({
  ...toEmailTemplateView(template),
  version: template.version,
});

export const templateVersionPageView = z
  .strictObject({
    versions: z.array(templateVersionView),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "EmailTemplateVersionPage" });

export const toTemplateVersionPageView = ({
  templates,
  nextCursor,
}: {
  readonly templates: readonly EmailTemplate[];
  readonly nextCursor?: string | undefined;
}): z.input<typeof templateVersionPageView> => ({
  versions: templates.map(toTemplateVersionView),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
});

export const VERSION_PAGE = { max: KEPT_VERSIONS, byDefault: 10 } as const;

export const listEmailTemplateVersions = route({
  ...common,
  operationId: "listEmailTemplateVersions",
  summary: "List an email template's versions",
  method: "GET",
  path: "/api/v1/templates/{id}/versions",
  params: idParams,
  query: z.object(pagingParameters(VERSION_PAGE)),
  success: { status: 200, schema: z.union([z.array(templateVersionView), templateVersionPageView]) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read", "content:read"],
  impact,
});

const VERSION_ERROR = "version must be a whole number, 1 or more";

export const restoreEmailTemplateVersion = route({
  ...common,
  operationId: "restoreEmailTemplateVersion",
  changes: { kind: "email_template", action: "restored" },
  summary: "Restore an email template's version",
  method: "POST",
  path: "/api/v1/templates/{id}/restore",
  headers: IDEMPOTENCY_KEY,
  params: idParams,
  body: z.strictObject({
    version: z
      .int({ error: (issue) => (issue.input === undefined ? "version is required" : VERSION_ERROR) })
      .min(1, { error: VERSION_ERROR }),
  }),
  success: { status: 200, schema: emailTemplateView, hasTag: true },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "limit_reached",
    "alias_taken",
    ...KEY_REFUSALS,
  ],
  uses: ["config:read", "config:write", "content:read", "content:write", "templates:remove"],
  impact,
});
