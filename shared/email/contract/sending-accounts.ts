import * as z from "zod";
import { IF_MATCH } from "../../edge/contract/entity-tag.ts";
import { idParams, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import { isEmailAddress } from "../domain/email-address.ts";
import { ENCRYPTIONS, PROVIDERS, type SendingAccount } from "../domain/sending-account.ts";
import { sendingAccountRequest } from "./sending-account-request.ts";

export const sendingAccountView = z
  .strictObject({
    id: z.guid(),
    label: z.string(),
    provider: z.enum(PROVIDERS),
    from_address: z.string(),
    from_addresses: z.array(z.string()).optional(),
    from_name: z.string(),
    return_path: z.string().optional(),
    is_default: z.boolean(),
    trusted_domains: z.array(z.string()),
    api_allowed_domains: z.array(z.string()),
    host: z.string().optional(),
    port: z.int().optional(),
    username: z.string().optional(),
    encryption: z.enum(ENCRYPTIONS).optional(),
    max_connections: z.int().optional(),
    endpoint: z.string().optional(),
    auth_header_name: z.string().optional(),
    auth_value_template: z.string().optional(),
    body_template: z.string().optional(),
    feedback_topic_arn: z.string().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "SendingAccount" });
export type SendingAccountView = z.input<typeof sendingAccountView>;

export function toSendingAccountView(account: SendingAccount): SendingAccountView {
  const common = {
    id: account.id,
    label: account.label,
    from_address: account.fromAddress,
    ...(account.fromAddresses && { from_addresses: [...account.fromAddresses] }),
    from_name: account.fromName ?? "",
    ...(account.returnPath && { return_path: account.returnPath.address }),
    is_default: account.isDefault,
    trusted_domains: [...account.trustedDomains],
    api_allowed_domains: [...account.apiAllowedDomains],
    ...(account.feedbackTopicArn !== undefined && { feedback_topic_arn: account.feedbackTopicArn }),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
  const { settings } = account;
  if (settings.provider === "smtp") {
    const { provider, host, port, username = "", encryption, maxConnections } = settings;
    const own = maxConnections === undefined ? {} : { max_connections: maxConnections };
    return { ...common, provider, host, port, username, encryption, ...own };
  }
  const { provider, endpoint, authHeaderName = "", authValueTemplate = "", bodyTemplate } = settings;
  return {
    ...common,
    provider,
    endpoint,
    auth_header_name: authHeaderName,
    auth_value_template: authValueTemplate,
    body_template: bodyTemplate,
  };
}

export const testSendRequest = z.strictObject({
  recipient: z
    .string({ error: "recipient must be a string" })
    .trim()
    .refine((address) => address === "" || isEmailAddress(address), {
      error: "recipient must be a valid email address",
    })
    .optional(),
});

const common = { group: "sending-accounts", auth: ["access-token"] } as const;
const ids = { params: idParams } as const;
const impact = "owners cannot manage their sending accounts";

export const listSendingAccounts = route({
  ...common,
  operationId: "listSendingAccounts",
  summary: "List sending accounts",
  method: "GET",
  path: "/api/v1/smtp-accounts",
  success: { status: 200, schema: z.array(sendingAccountView) },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
  impact,
});

export const createSendingAccount = route({
  ...common,
  operationId: "createSendingAccount",
  changes: { kind: "sending_account", action: "created" },
  summary: "Create a sending account",
  method: "POST",
  path: "/api/v1/smtp-accounts",
  headers: IDEMPOTENCY_KEY,
  body: sendingAccountRequest,
  success: { status: 201, schema: sendingAccountView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "limit_reached", ...KEY_REFUSALS],
  uses: ["config:write", "secrets:seal"],
  impact,
});

export const getSendingAccount = route({
  ...common,
  ...ids,
  operationId: "getSendingAccount",
  summary: "Read a sending account",
  method: "GET",
  path: "/api/v1/smtp-accounts/{id}",
  success: { status: 200, schema: sendingAccountView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["config:read"],
  impact,
});

export const replaceSendingAccount = route({
  ...common,
  ...ids,
  operationId: "replaceSendingAccount",
  changes: { kind: "sending_account", action: "changed" },
  summary: "Replace a sending account",
  method: "PUT",
  path: "/api/v1/smtp-accounts/{id}",
  headers: IF_MATCH,
  body: sendingAccountRequest,
  success: { status: 200, schema: sendingAccountView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "limit_reached", "version_conflict"],
  uses: ["config:read", "config:write", "secrets:seal"],
  impact,
});

export const deleteSendingAccount = route({
  ...common,
  ...ids,
  operationId: "deleteSendingAccount",
  changes: { kind: "sending_account", action: "deleted" },
  summary: "Delete a sending account",
  method: "DELETE",
  path: "/api/v1/smtp-accounts/{id}",
  headers: IF_MATCH,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "version_conflict"],
  uses: ["config:write"],
  impact,
});

export const testSendingAccount = route({
  ...common,
  ...ids,
  group: "sending-account-test",
  operationId: "testSendingAccount",
  changes: { kind: "sending_account", action: "tested" },
  summary: "Send a test email",
  method: "POST",
  path: "/api/v1/smtp-accounts/{id}/test",
  headers: IDEMPOTENCY_KEY,
  body: testSendRequest,
  isBodyOptional: true,
  success: { status: 200, schema: z.strictObject({ status: z.literal("sent") }) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "test_send_failed", ...KEY_REFUSALS],
  uses: [
    "config:read",
    "sending-accounts:note-health",
    "secrets:open",
    "sandbox:read",
    "sandbox:write",
    "sandbox-sources:keep",
  ],
  impact: "owners cannot try out a sending account",
});
