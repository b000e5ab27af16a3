import * as z from "zod";
import { idParams, timestamp, wholeNumber } from "../../edge/contract/fields.ts";
import { cursor, limitParameter } from "../../edge/contract/paging.ts";
import { route } from "../../edge/contract/route.ts";
import type { ReadMail, SandboxMail } from "../domain/sandbox-mail.ts";

const summary = {
  id: z.guid(),
  notification_id: z.guid().optional(),
  received_at: timestamp,
  mail_from: z.string(),
  rcpt_to: z.array(z.string()),
  message_id: z.string(),
  subject: z.string(),
  from: z.string(),
  size: z.int(),
};
const summaryView = z.strictObject(summary).meta({ id: "SandboxMessage" });
const pageView = z
  .strictObject({ messages: z.array(summaryView), next_cursor: z.string().optional() })
  .meta({ id: "SandboxMessagePage" });
const wholeView = z
  .strictObject({
    ...summary,
    headers: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
    text: z.string(),
    html: z.string(),
  })
  .meta({ id: "SandboxMessageDetail" });

const toSummary = (mail: SandboxMail): z.input<typeof summaryView> => ({
  id: mail.id,
  ...(mail.notificationId !== undefined && { notification_id: mail.notificationId }),
  received_at: mail.receivedAt,
  mail_from: mail.mailFrom,
  rcpt_to: [...mail.rcptTo],
  message_id: mail.messageId,
  subject: mail.subject,
  from: mail.from,
  size: mail.size,
});

export const toMailPageView = ({
  mails,
  nextCursor,
}: {
  readonly mails: readonly SandboxMail[];
  readonly nextCursor?: string | undefined;
}): z.input<typeof pageView> => ({
  messages: mails.map(toSummary),
  ...(nextCursor !== undefined && { next_cursor: nextCursor }),
});

export const toMailView = ({ mail, headers, text, html }: ReadMail): z.input<typeof wholeView> => ({
  ...toSummary(mail),
  headers,
  text,
  html,
});

const mailQuery = z.object({
  to: z.string().optional(),
  limit: limitParameter({ max: 100, byDefault: 25 }),
  cursor,
});
export type MailListing = z.output<typeof mailQuery>;

const sourceQuery = z.object({
  from: wholeNumber(/^\d{1,9}$/, "from must be a whole number of bytes").optional(),
});
export type SourcePart = z.output<typeof sourceQuery>;

export const SOURCE_TYPE = "message/rfc822";

const common = { group: "sandbox", impact: "owners cannot see the mails of their test mode" } as const;
const API = "/api/v1/sandbox/messages";
const PANEL = "/panel/api/sandbox/messages";
const byKey = { auth: ["api-key"] } as const;
const byToken = { auth: ["access-token"] } as const;
const KEY_REFUSALS = ["invalid_request", "unauthorized", "test_key_required"] as const;
const TOKEN_REFUSALS = ["invalid_request", "unauthorized", "insufficient_scope"] as const;

const listing = {
  ...common,
  method: "GET",
  query: mailQuery,
  success: { status: 200, schema: pageView },
  uses: ["sandbox:read"],
} as const;
const reading = {
  ...common,
  method: "GET",
  params: idParams,
  success: { status: 200, schema: wholeView },
  uses: ["sandbox:read", "sandbox-sources:read"],
} as const;
const source = {
  ...common,
  method: "GET",
  params: idParams,
  query: sourceQuery,
  success: { status: 200, contentType: SOURCE_TYPE },
  uses: ["sandbox:read", "sandbox-sources:read"],
} as const;
const emptying = {
  ...common,
  method: "DELETE",
  success: { status: 204 },
  uses: ["sandbox:read", "sandbox:clear"],
} as const;

export const listSandboxMessages = route({
  ...listing,
  ...byKey,
  operationId: "listSandboxMessages",
  summary: "List the mails of test mode",
  path: API,
  refusals: KEY_REFUSALS,
});
export const listPanelSandboxMessages = route({
  ...listing,
  ...byToken,
  operationId: "listPanelSandboxMessages",
  summary: "List the mails of test mode for the panel",
  path: PANEL,
  refusals: TOKEN_REFUSALS,
});

export const getSandboxMessage = route({
  ...reading,
  ...byKey,
  operationId: "getSandboxMessage",
  summary: "Get a mail of test mode",
  path: `${API}/{id}`,
  refusals: [...KEY_REFUSALS, "not_found"],
});
export const getPanelSandboxMessage = route({
  ...reading,
  ...byToken,
  operationId: "getPanelSandboxMessage",
  summary: "Get a mail of test mode for the panel",
  path: `${PANEL}/{id}`,
  refusals: [...TOKEN_REFUSALS, "not_found"],
});

export const getSandboxMessageSource = route({
  ...source,
  ...byKey,
  operationId: "getSandboxMessageSource",
  summary: "Get the source of a mail of test mode",
  path: `${API}/{id}/raw`,
  refusals: [...KEY_REFUSALS, "not_found"],
});
export const getPanelSandboxMessageSource = route({
  ...source,
  ...byToken,
  operationId: "getPanelSandboxMessageSource",
  summary: "Get the source of a mail of test mode for the panel",
  path: `${PANEL}/{id}/raw`,
  refusals: [...TOKEN_REFUSALS, "not_found"],
});

export const deleteSandboxMessages = route({
  ...emptying,
  ...byKey,
  operationId: "deleteSandboxMessages",
  summary: "Delete the mails of test mode",
  path: API,
  refusals: KEY_REFUSALS,
});
export const deletePanelSandboxMessages = route({
  ...emptying,
  ...byToken,
  operationId: "deletePanelSandboxMessages",
  changes: "nothing",
  summary: "Delete the mails of test mode from the panel",
  path: PANEL,
  refusals: TOKEN_REFUSALS,
});
