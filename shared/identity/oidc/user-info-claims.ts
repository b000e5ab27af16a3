import * as z from "zod";
import type { CallerClaims } from "../domain/caller-claims.ts";

/** A claim with several values is a string or an array of strings. */
const list = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => [value ?? []].flat());
const text = z.string().optional();

const userInfo = z.object({
  sub: z.string().min(1),
  name: text,
  display_name: text,
  email: text,
  role: list,
  permission: list,
  organization_permission: list,
  groups: list,
  plan: list,
  product_access: list,
  product_plan: list,
  organization_product_access: list,
  organization_id: text,
  organization_role: list,
  has_required_product_access: z.boolean().optional(),
});

/** Throws when the document has no such claims. */
export function callerClaims(document: unknown): CallerClaims {
  const claims = userInfo.parse(document);
  return {
    sub: claims.sub,
    name: claims.name,
    displayName: claims.display_name,
    email: claims.email,
    roles: claims.role,
    permissions: claims.permission,
    organizationPermissions: claims.organization_permission,
    groups: claims.groups,
    plans: claims.plan,
    productAccess: claims.product_access,
    productPlans: claims.product_plan,
    organizationProductAccess: claims.organization_product_access,
    organizationId: claims.organization_id,
    organizationRoles: claims.organization_role,
    hasRequiredProductAccess: claims.has_required_product_access,
  };
}
