import type { Directory, Grant, Member, Organization, Product } from "./directory-shape.ts";

/** A product that a user may use now, and the plan of the effective assignment. */
export type ProductAccess = { product: Product; plan: string | undefined };

/** The organisation that the user selected for this session, and their membership in it. */
export type ActiveOrganization = { organization: Organization; membership: Member };

/** Returns undefined if no organisation was selected, if it is not active, or if the user is not a member of it. */
export function activeOrganization(
  { organizations }: Directory,
  sub: string,
  organizationId: string | undefined,
): ActiveOrganization | undefined {
  const organization = organizations.find(({ id, active }) => id === organizationId && active);
  const membership = organization?.members.find((member) => member.sub === sub);
  return organization && membership ? { organization, membership } : undefined;
}

/** Returns directly granted products. An organisation-exclusive product never counts here (A-exclusive). */
export function personalAccess(directory: Directory, sub: string, nowMs: number): ProductAccess[] {
  const direct = directory.grants.filter((grant) => grant.user === sub);
  return effectiveAccess(directory, direct, nowMs).filter(({ product }) => !product.organization_exclusive);
}

/** Returns products that are granted through one organisation. */
export function organizationAccess(directory: Directory, organizationId: string, nowMs: number): ProductAccess[] {
  const shared = directory.grants.filter((grant) => grant.organization === organizationId);
  return effectiveAccess(directory, shared, nowMs);
}

/** Returns the products whose effective assignment is active and not expired, ordered by key. */
function effectiveAccess({ products }: Directory, grants: Grant[], nowMs: number): ProductAccess[] {
  return products
    .filter((product) => product.active)
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .flatMap((product) => {
      const effective = effectiveAssignment(grants.filter((grant) => grant.product === product.key));
      return effective && isValid(effective, nowMs) ? [{ product, plan: effective.plan }] : [];
    });
}

/** Prefers "an active state, then the furthest expiry", and of equal ones the first (A-provenance). */
export function effectiveAssignment(grants: Grant[]): Grant | undefined {
  return grants.toSorted((a, b) => Number(isActive(b)) - Number(isActive(a)) || furthestFirst(a, b))[0];
}

function furthestFirst(a: Grant, b: Grant): number {
  const [ends, otherEnds] = [expiryMs(a), expiryMs(b)];
  return ends === otherEnds ? 0 : otherEnds > ends ? 1 : -1;
}

const isActive = (grant: Grant): boolean => grant.state === "active";

/** Returns when a grant expires; a grant without an expiry counts as the one that lasts longest. */
const expiryMs = (grant: Grant): number =>
  grant.expires_at === undefined ? Number.POSITIVE_INFINITY : Date.parse(grant.expires_at);

const isValid = (grant: Grant, nowMs: number): boolean => isActive(grant) && expiryMs(grant) > nowMs;
