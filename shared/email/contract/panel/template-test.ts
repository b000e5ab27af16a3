import * as z from "zod";
import { besideOthers, idParams, nonBlank, uuid, variables } from "../../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../../edge/contract/idempotent.ts";
import { route } from "../../../edge/contract/route.ts";
import { notificationView } from "../../../notifications/contract/notifications.ts";
import { strictVariables, templateVersion } from "../email-request.ts";
import { refuseTwoValues, templateData } from "../template-data.ts";

export const templateTestRequest = z
  .strictObject({
    recipient: nonBlank("recipient"),
    variables,
    data: templateData,
    smtp_account_id: uuid("smtp_account_id").optional(),
    template_version: templateVersion,
    strict_variables: strictVariables,
  })
  .superRefine(refuseTwoValues, besideOthers)
  .transform(
    ({ smtp_account_id: accountId, template_version: version, strict_variables: areVariablesStrict, ...fields }) => ({
      ...fields,
      accountId,
      templateVersion: version,
      strictVariables: areVariablesStrict,
    }),
  );
export type TemplateTestRequest = z.output<typeof templateTestRequest>;

export const testEmailTemplate = route({
  operationId: "testEmailTemplate",
  changes: { kind: "email_template", action: "tested" },
  group: "panel",
  summary: "Send a template to an address",
  method: "POST",
  path: "/panel/api/templates/{id}/test",
  headers: IDEMPOTENCY_KEY,
  auth: ["access-token"],
  params: idParams,
  body: templateTestRequest,
  success: { status: 202, schema: notificationView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", ...KEY_REFUSALS],
  uses: [
    "link-keys:make",
    "config:read",
    "content:read",
    "content:write",
    "notifications:read",
    "notifications:add",
    "delivery-queue:send",
  ],
  impact: "owners cannot try out an email template",
});
