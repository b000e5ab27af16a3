import * as z from "zod";
import { route } from "../edge/contract/route.ts";
import type { CallerClaims } from "./domain/caller-claims.ts";

const sessionView = z
  .strictObject({
    sub: z.string(),
    name: z.string().optional().meta({ description: "As the identity provider shows the person." }),
    email: z.string().optional(),
    roles: z.array(z.string()),
    groups: z.array(z.string()),
    permissions: z.array(z.string()).meta({ description: "Own ones, then those of the chosen organisation." }),
    organization_id: z.string().optional(),
    is_administrator: z.boolean().meta({ description: "May manage chat accounts (/admin)." }),
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
