import * as z from "zod";
import { idParams, listOf, nonBlank, timestamp } from "../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../edge/contract/idempotent.ts";
import { type MadeSecret, route } from "../edge/contract/route.ts";
import { apiKeyText } from "../kernel/api-key-text.ts";
import { KEY_PERMISSIONS } from "../kernel/key-permissions.ts";
import { KEY_APPROVALS, type KeyTerms, permissionsOf } from "../kernel/key-terms.ts";
import { MODES } from "../kernel/test-mode.ts";
import type { ApiKey } from "./domain/api-key.ts";
import { isRecipientPattern, PATTERN_FORMS } from "./domain/recipient-patterns.ts";

const DAY_SECONDS = 86_400;
const MAX_GRACE_SECONDS = 30 * DAY_SECONDS;
const MAX_NAME = 120;
/** An expiry is at the latest in this year, in UTC. An offset may move a timestamp into the next year. */
const MAX_YEAR = 9999;
const graceError = `grace_seconds must be an integer from 0 to ${MAX_GRACE_SECONDS}`;

const MAX_PER_DAY = 1_000_000;
const MAX_PATTERNS = 100;
const permissionsError = `permissions must name at least one of: ${KEY_PERMISSIONS.join(", ")}`;
const perDayError = `limits.per_day must be an integer from 1 to ${MAX_PER_DAY}`;
const recipientsError = `limits.recipients must have 1 to ${MAX_PATTERNS} patterns`;
const patternError = `limits.recipients must have only ${PATTERN_FORMS}`;

const permissions = listOf("permissions", z.enum(KEY_PERMISSIONS, { error: permissionsError }), {
  most: MAX_PATTERNS,
  tooLong: permissionsError,
  noList: permissionsError,
});

const recipients = listOf("limits.recipients", z.string({ error: patternError }), {
  most: MAX_PATTERNS,
  tooLong: recipientsError,
  noList: recipientsError,
})
  .refine((all) => all.length > 0, { error: recipientsError })
  .refine((all) => all.every(isRecipientPattern), { error: patternError });

const limits = z.strictObject(
  {
    per_day: z
      .int({ error: perDayError })
      .min(1, { error: perDayError })
      .max(MAX_PER_DAY, { error: perDayError })
      .optional(),
    recipients: recipients.optional(),
  },
  { error: (issue) => (issue.code === "invalid_type" ? "limits must be an object" : undefined) },
);

export const apiKeyRequest = z
  .strictObject({
    name: nonBlank("name")
      .transform((name) => name.trim())
      .refine((name) => name.length <= MAX_NAME, { error: `name must have at most ${MAX_NAME} characters` }),
    expires_at: z.iso
      .datetime({ offset: true, error: "expires_at must be an RFC 3339 timestamp" })
      .refine((text) => new Date(text).getUTCFullYear() <= MAX_YEAR, {
        error: `expires_at must not lie past ${MAX_YEAR}`,
      })
      .optional(),
    permissions: permissions
      .refine((all) => all.length > 0, { error: permissionsError })
      .transform((all) => [...new Set(all)])
      .optional(),
    limits: limits
      .transform(({ per_day: perDay, recipients }) =>
        // Limits that name none limit nothing, and are as absent.
        perDay === undefined && recipients === undefined ? undefined : { perDay, recipients },
      )
      .optional(),
    approval: z.enum(KEY_APPROVALS, { error: "approval must be required, or left out" }).optional(),
    mode: z
      .enum(MODES, { error: `mode must be one of: ${MODES.join(", ")}` })
      .transform((mode) => (mode === "live" ? undefined : mode))
      .optional(),
  })
  .meta({ id: "ApiKeyRequest" });
export type ApiKeyRequest = z.output<typeof apiKeyRequest>;

export const rotateRequest = z.strictObject({
  grace_seconds: z
    .int({ error: graceError })
    .min(0, { error: graceError })
    .max(MAX_GRACE_SECONDS, { error: graceError })
    .default(DAY_SECONDS),
});

const termFields = {
  permissions: z.array(z.enum(KEY_PERMISSIONS)).optional(),
  limits: z
    .strictObject({ per_day: z.int().optional(), recipients: z.array(z.string()).optional() })
    .meta({ id: "ApiKeyLimits" })
    .optional(),
  approval: z.enum(KEY_APPROVALS).optional(),
  mode: z.enum(["test"]).optional(),
};
const termsView = z.object(termFields);

const keyFields = {
  id: z.guid(),
  name: z.string(),
  prefix: z.string(),
  created_at: timestamp,
  expires_at: timestamp.optional(),
  last_used_at: timestamp.optional(),
  revoked_at: timestamp.optional(),
  ...termFields,
};
export const apiKeyView = z
  .strictObject({
    ...keyFields,
    last_four: z.string().optional(),
    replaced_at: timestamp.optional(),
    may: z.array(z.enum(KEY_PERMISSIONS)).optional(),
    used_today: z.int().optional(),
  })
  .meta({ id: "ApiKey" });
export const newApiKeyView = z.strictObject({ ...keyFields, key: z.string() }).meta({ id: "NewApiKey" });
export type ApiKeyView = z.input<typeof apiKeyView>;

interface DetailedKey {
  readonly key: ApiKey;
  readonly usedToday?: number | undefined;
}

/** Makes the view of a key without the details that the panel shows. */
export const toApiKeyView = (key: ApiKey): ApiKeyView => fieldsOf(key);

/** Makes the view of a key with the details by which people tell keys apart. */
export const toDetailedKeyView = ({ key, usedToday }: DetailedKey): ApiKeyView => ({
  ...fieldsOf(key),
  ...(key.lastFour !== undefined && { last_four: key.lastFour }),
  ...(key.replacedAt !== undefined && { replaced_at: key.replacedAt }),
  may: [...permissionsOf(key)],
  ...(usedToday !== undefined && { used_today: usedToday }),
});

export const toNewApiKeyView = ({ key, text }: { readonly key: ApiKey; readonly text: string }) => ({
  ...fieldsOf(key),
  key: text,
});

function fieldsOf({ id, name, prefix, createdAt, expiresAt, lastUsedAt, revokedAt, ...terms }: ApiKey) {
  return {
    id,
    name,
    prefix,
    created_at: createdAt,
    ...(expiresAt ? { expires_at: expiresAt } : {}),
    ...(lastUsedAt ? { last_used_at: lastUsedAt } : {}),
    ...(revokedAt ? { revoked_at: revokedAt } : {}),
    ...termsOf(terms),
  };
}

/** Each of the terms is shown only when it was given, so that a key without any looks as in D10. */
function termsOf({ permissions: named, limits: given, approval, mode }: KeyTerms) {
  return {
    ...(named && { permissions: [...named] }),
    ...(given && {
      limits: {
        ...(given.perDay !== undefined && { per_day: given.perDay }),
        ...(given.recipients && { recipients: [...given.recipients] }),
      },
    }),
    ...(approval && { approval }),
    ...(mode && { mode }),
  };
}

/** The terms of a key, as the activity log names them: its permissions, and the names of the other fields. */
const termsIn = (view: Readonly<Record<string, unknown>>): readonly string[] => {
  const { data } = termsView.safeParse(view);
  if (data === undefined) return [];
  const limited = Object.keys(data.limits ?? {}).map((name) => `limits.${name}`);
  return [
    ...(data.permissions ?? []),
    ...limited,
    ...(data.approval ? ["approval"] : []),
    ...(data.mode ? ["mode"] : []),
  ];
};

/** The text of a key follows from its random bytes and its mode, which the answer names. */
const keyTextOf: MadeSecret["textOf"] = (entropy, answer) =>
  apiKeyText(entropy, termsView.safeParse(answer).data?.mode);

const common = { group: "panel", auth: ["access-token"] } as const;
const impact = "owners cannot manage their API keys";

export const listApiKeys = route({
  ...common,
  operationId: "listApiKeys",
  summary: "List API keys",
  method: "GET",
  path: "/panel/api/api-keys",
  query: z.object({
    details: z
      .enum(["true", "false"], { error: "details must be true or false" })
      .optional()
      .transform((text) => text === "true"),
  }),
  success: { status: 200, schema: z.array(apiKeyView) },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["api-keys:read"],
  impact,
});

export const createApiKey = route({
  ...common,
  operationId: "createApiKey",
  changes: { kind: "api_key", action: "created" },
  notedFields: termsIn,
  summary: "Create an API key",
  method: "POST",
  path: "/panel/api/api-keys",
  headers: IDEMPOTENCY_KEY,
  body: apiKeyRequest,
  success: { status: 201, schema: newApiKeyView },
  madeSecret: { field: "key", textOf: keyTextOf },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "limit_reached", ...KEY_REFUSALS],
  uses: ["api-keys:write"],
  impact,
});

export const revokeApiKey = route({
  ...common,
  operationId: "revokeApiKey",
  changes: { kind: "api_key", action: "revoked" },
  summary: "Revoke an API key",
  method: "DELETE",
  path: "/panel/api/api-keys/{id}",
  params: idParams,
  success: { status: 204 },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found"],
  uses: ["api-keys:read", "api-keys:write"],
  impact,
});

export const rotateApiKey = route({
  ...common,
  operationId: "rotateApiKey",
  changes: { kind: "api_key", action: "rotated" },
  notedFields: termsIn,
  summary: "Rotate an API key",
  method: "POST",
  path: "/panel/api/api-keys/{id}/rotate",
  headers: IDEMPOTENCY_KEY,
  params: idParams,
  body: rotateRequest,
  isBodyOptional: true,
  success: { status: 201, schema: newApiKeyView },
  madeSecret: { field: "key", textOf: keyTextOf },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "not_found", "limit_reached", ...KEY_REFUSALS],
  uses: ["api-keys:read", "api-keys:write"],
  impact,
});
