import type { Directory, Grant, Member, Organization, Product } from "./directory-shape.ts";

/** A product that somebody may use now, by its effective assignment. */
export type ProductAccess = { product: Product; plan: string | undefined };

/** The organisation that the user selected for this session, with the user's membership in it. */
export type ActiveOrganization = { organization: Organization; membership: Member };

/** Nothing when none was selected, it is not active, or the user is not (any more) one of its members. */
export function activeOrganization(
  { organizations }: Directory,
  sub: string,
  organizationId: string | undefined,
): ActiveOrganization | undefined {
  const organization = organizations.find(({ id, active }) => id === organizationId && active);
  const membership = organization?.members.find((member) => member.sub === sub);
  return organization && membership ? { organization, membership } : undefined;
}

/** Granted directly. An organisation-exclusive product never counts here (A-exclusive). */
export function personalAccess(directory: Directory, sub: string, nowMs: number): ProductAccess[] {
  const direct = directory.grants.filter((grant) => grant.user === sub);
  return effectiveAccess(directory, direct, nowMs).filter(({ product }) => !product.organization_exclusive);
}

/** Granted through one organisation. */
export function organizationAccess(directory: Directory, organizationId: string, nowMs: number): ProductAccess[] {
  const shared = directory.grants.filter((grant) => grant.organization === organizationId);
  return effectiveAccess(directory, shared, nowMs);
}

/** Products in key order, each by its effective assignment, when that one is active and not over. */
function effectiveAccess({ products }: Directory, grants: Grant[], nowMs: number): ProductAccess[] {
  return products
    .filter((product) => product.active)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap((product) => {
      const effective = effectiveAssignment(grants.filter((grant) => grant.product === product.key));
      return effective && isValid(effective, nowMs) ? [{ product, plan: effective.plan }] : [];
    });
}

/** A-provenance: "preferring an active state, then the furthest expiry". Of equals the first one listed. */
export function effectiveAssignment(grants: Grant[]): Grant | undefined {
  return grants.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)) || furthestFirst(a, b))[0];
}

function furthestFirst(a: Grant, b: Grant): number {
  const [ends, otherEnds] = [expiryMs(a), expiryMs(b)];
  return ends === otherEnds ? 0 : otherEnds > ends ? 1 : -1;
}

const isActive = (grant: Grant): boolean => grant.state === "active";

/** No expiry is the furthest one. */
const expiryMs = (grant: Grant): number =>
  grant.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(grant.expires_at);

const isValid = (grant: Grant, nowMs: number): boolean => isActive(grant) && expiryMs(grant) > nowMs;
