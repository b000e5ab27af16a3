import type { Directory, Product, ProductGroup } from "./directory-shape.ts";
import type { ActiveOrganization, ProductAccess } from "./product-access.ts";

export type GroupQuestion = {
  sub: string;
  clientId: string;
  active: ActiveOrganization | undefined;
  /** The active products that the user may use now, personally or through the active organisation. */
  accesses: ProductAccess[];
};

/** Returns the keys of the product groups to emit, in order, by rules a, b and c of A-groups. */
export function emittedGroups({ groups, applications }: Directory, question: GroupQuestion): string[] {
  const application = applications.find(({ client_id }) => client_id === question.clientId);
  if (!application) return [];
  return groups
    .filter((group) => application.products.includes(group.product) && application.groups.includes(group.key))
    .filter((group) => {
      const access = question.accesses.find(({ product }) => product.key === group.product);
      return access !== undefined && hasRoute(group, access.product, question);
    })
    .map((group) => group.key)
    .toSorted((a, b) => (a < b ? -1 : 1));
}

/** Checks rule c of A-groups. A user cannot get an organisation-exclusive product personally. */
function hasRoute(group: ProductGroup, product: Product, { sub, active }: GroupQuestion): boolean {
  if (!product.organization_exclusive && group.users.includes(sub)) return true;
  if (!active) return false;
  const { id } = active.organization;
  return (
    group.organizations.includes(id) || group.members.some((member) => member.organization === id && member.sub === sub)
  );
}
