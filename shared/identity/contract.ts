import * as z from "zod";
import { route } from "../edge/contract/route.ts";
import type { CallerClaims } from "./domain/caller-claims.ts";
import type { Person } from "./domain/person.ts";

const sessionView = z
  .strictObject({
    sub: z.string(),
    name: z.string().optional(),
    email: z.string().optional(),
    roles: z.array(z.string()),
    groups: z.array(z.string()),
    permissions: z.array(z.string()),
    organization_id: z.string().optional(),
    is_administrator: z.boolean(),
  })
  .meta({ id: "Session" });
type SessionView = z.input<typeof sessionView>;

export function toSessionView(claims: CallerClaims, isAdministrator: boolean): SessionView {
  const name = claims.displayName ?? claims.name;
  return {
    sub: claims.sub,
    ...(name === undefined ? {} : { name }),
    ...(claims.email === undefined ? {} : { email: claims.email }),
    roles: [...claims.roles],
    groups: [...claims.groups],
    permissions: [...new Set([...claims.permissions, ...claims.organizationPermissions])],
    ...(claims.organizationId === undefined ? {} : { organization_id: claims.organizationId }),
    is_administrator: isAdministrator,
  };
}

export const getSession = route({
  operationId: "getSession",
  group: "panel",
  summary: "Who you are",
  method: "GET",
  path: "/panel/api/me",
  auth: ["access-token"],
  success: { status: 200, schema: sessionView },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: [],
  impact: "the panel cannot show who is signed in",
});

const MAX_TEXT = 100;
const MAX_IDS = 20;
const IDS_ERROR = `ids must be at most ${MAX_IDS} ids, separated by commas`;

const ownersQuery = z.object({
  q: z
    .string({ error: "q must be text" })
    .trim()
    .max(MAX_TEXT, { error: `q must have at most ${MAX_TEXT} characters` })
    .default(""),
  ids: z
    .string({ error: IDS_ERROR })
    .default("")
    .meta({ examples: ["demo,other"] })
    .transform((text) => [...new Set(text.split(",").filter(Boolean))])
    .refine((ids) => ids.length <= MAX_IDS, { error: IDS_ERROR }),
});

const ownersView = z
  .strictObject({
    directory: z.enum(["user_pool", "none"]),
    owners: z.array(z.strictObject({ id: z.string(), name: z.string(), email: z.string().optional() })),
  })
  .meta({ id: "FoundOwners" });

export const toOwnersView = (found: readonly Person[] | undefined): z.input<typeof ownersView> => ({
  directory: found === undefined ? "none" : "user_pool",
  owners: (found ?? []).map(({ id, name, email }) => ({ id, name, ...(email === undefined ? {} : { email }) })),
});

export const findOwners = route({
  operationId: "findOwners",
  group: "admin",
  summary: "Find owners by name",
  method: "GET",
  path: "/admin/api/owners",
  auth: ["access-token"],
  role: "administrator",
  query: ownersQuery,
  success: { status: 200, schema: ownersView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "role_required", "provider_unavailable"],
  uses: ["people:list"],
  impact: "administrators find owners by their ids only",
});
