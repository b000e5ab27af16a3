import * as z from "zod";
import { IF_MATCH } from "../../edge/contract/entity-tag.ts";
import { idParams, timestamp } from "../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../edge/contract/idempotent.ts";
import { route } from "../../edge/contract/route.ts";
import { type ChatAccount, OWNERSHIP_TYPES, type Verification } from "../domain/chat-account.ts";
import { chatAccountRequest } from "./chat-account-request.ts";

const verificationNote = z
  .strictObject({
    at: timestamp,
    ok: z.boolean(),
    problems: z.array(z.string()),
    quality: z.string().optional(),
  })
  .meta({ id: "ChatAccountVerified" });

/** With details, the answer also has what the last verification found (D11). */
const details = z.object({
  details: z
    .enum(["true", "false"], { error: "details must be true or false" })
    .optional()
    .transform((text) => text === "true"),
});

export const chatAccountView = z
  .strictObject({
    id: z.guid(),
    label: z.string(),
    ownership_type: z.enum(OWNERSHIP_TYPES),
    cloud_region: z.string(),
    business_account_id: z.string(),
    origination_phone_number_id: z.string(),
    provider_business_account_id: z.string(),
    provider_phone_number_id: z.string().optional(),
    is_default: z.boolean(),
    owners: z.array(z.string()),
    verification: verificationNote.optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "ChatAccount" });
export type ChatAccountView = z.input<typeof chatAccountView>;

export function toChatAccountView(account: ChatAccount, isDetailed = false): ChatAccountView {
  const { providerPhoneNumberId, verification } = account;
  return {
    id: account.id,
    label: account.label,
    ownership_type: account.ownershipType,
    cloud_region: account.cloudRegion,
    business_account_id: account.businessAccountId,
    origination_phone_number_id: account.originationPhoneNumberId,
    provider_business_account_id: account.providerBusinessAccountId,
    ...(providerPhoneNumberId === undefined ? {} : { provider_phone_number_id: providerPhoneNumberId }),
    is_default: account.isDefault,
    owners: [...account.owners],
    ...(isDetailed && verification ? { verification: toVerified(verification) } : {}),
    created_at: account.createdAt,
    updated_at: account.updatedAt,
  };
}

const toVerified = ({ at, problems, quality }: Verification): z.input<typeof verificationNote> => ({
  at,
  ok: problems.length === 0,
  problems: [...problems],
  ...(quality === undefined ? {} : { quality }),
});

export const ownChatAccountView = z
  .strictObject({
    id: z.guid(),
    label: z.string(),
    ownership_type: z.enum(OWNERSHIP_TYPES),
    is_default: z.boolean(),
    can_send_free_form: z.boolean(),
  })
  .meta({ id: "OwnChatAccount" });

export const toOwnChatAccountView = (account: ChatAccount): z.input<typeof ownChatAccountView> => ({
  id: account.id,
  label: account.label,
  ownership_type: account.ownershipType,
  is_default: account.isDefault,
  can_send_free_form: account.providerPhoneNumberId !== undefined,
});

export const verificationView = z
  .strictObject({
    ok: z.boolean(),
    checks: z.array(z.strictObject({ name: z.string(), ok: z.boolean(), expected: z.string(), actual: z.string() })),
  })
  .meta({ id: "ChatAccountVerification" });

const numberView = z
  .strictObject({
    linked: z.boolean(),
    display_number: z.string().optional(),
    display_name: z.string().optional(),
    quality: z.string().optional(),
  })
  .meta({ id: "ChatAccountNumber" });

interface ShownNumber {
  readonly displayNumber?: string | undefined;
  readonly displayName?: string | undefined;
  readonly quality?: string | undefined;
}

export const toNumberView = (number: ShownNumber | undefined): z.input<typeof numberView> => ({
  linked: number !== undefined,
  ...(number?.displayNumber ? { display_number: number.displayNumber } : {}),
  ...(number?.displayName ? { display_name: number.displayName } : {}),
  ...(number?.quality ? { quality: number.quality } : {}),
});

const common = { group: "admin", auth: ["access-token"], role: "administrator" } as const;
const impact = "administrators cannot manage chat accounts";

export const listChatAccounts = route({
  ...common,
  operationId: "listChatAccounts",
  summary: "List chat accounts",
  method: "GET",
  path: "/admin/api/chat-accounts",
  query: details,
  success: { status: 200, schema: z.array(chatAccountView) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required"],
  uses: ["config:read"],
  impact,
});

export const createChatAccount = route({
  ...common,
  operationId: "createChatAccount",
  changes: { kind: "chat_account", action: "created" },
  summary: "Create a chat account",
  method: "POST",
  path: "/admin/api/chat-accounts",
  headers: IDEMPOTENCY_KEY,
  body: chatAccountRequest,
  success: { status: 201, schema: chatAccountView, hasTag: true },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "role_required",
    "provider_number_taken",
    ...KEY_REFUSALS,
  ],
  uses: ["config:write"],
  impact,
});

export const getChatAccount = route({
  ...common,
  operationId: "getChatAccount",
  summary: "Read a chat account",
  method: "GET",
  path: "/admin/api/chat-accounts/{id}",
  params: idParams,
  query: details,
  success: { status: 200, schema: chatAccountView, hasTag: true },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required", "not_found"],
  uses: ["config:read"],
  impact,
});

export const replaceChatAccount = route({
  ...common,
  operationId: "replaceChatAccount",
  changes: { kind: "chat_account", action: "changed" },
  summary: "Replace a chat account",
  method: "PUT",
  path: "/admin/api/chat-accounts/{id}",
  headers: IF_MATCH,
  params: idParams,
  body: chatAccountRequest,
  success: { status: 200, schema: chatAccountView, hasTag: true },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "role_required",
    "not_found",
    "provider_number_taken",
    "version_conflict",
  ],
  uses: ["config:write"],
  impact,
});

export const deleteChatAccount = route({
  ...common,
  operationId: "deleteChatAccount",
  changes: { kind: "chat_account", action: "deleted" },
  summary: "Delete a chat account",
  method: "DELETE",
  path: "/admin/api/chat-accounts/{id}",
  headers: IF_MATCH,
  params: idParams,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required", "not_found", "version_conflict"],
  uses: ["config:write"],
  impact,
});

export const verifyChatAccount = route({
  ...common,
  operationId: "verifyChatAccount",
  changes: { kind: "chat_account", action: "verified" },
  summary: "Verify a chat account",
  method: "POST",
  path: "/admin/api/chat-accounts/{id}/verify",
  params: idParams,
  success: { status: 200, schema: verificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "role_required",
    "not_found",
    "provider_unavailable",
  ],
  uses: ["config:read", "config:write", "chat-provider:accounts"],
  impact,
});

export const listOwnChatAccounts = route({
  group: "chat-templates",
  auth: ["access-token"],
  operationId: "listOwnChatAccounts",
  summary: "List the chat accounts you may use",
  method: "GET",
  path: "/panel/api/chat-accounts",
  success: { status: 200, schema: z.array(ownChatAccountView) },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["config:read"],
  impact: "owners cannot choose a chat account",
});

export const getChatAccountNumber = route({
  ...common,
  operationId: "getChatAccountNumber",
  summary: "Ask the provider about a chat account's number",
  method: "GET",
  path: "/admin/api/chat-accounts/{id}/number",
  params: idParams,
  success: { status: 200, schema: numberView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "role_required",
    "not_found",
    "provider_unavailable",
  ],
  uses: ["config:read", "chat-provider:accounts"],
  impact,
});
