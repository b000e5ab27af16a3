import type { Directory, User } from "./directory-shape.ts";
import { type ActiveOrganization, activeOrganization, organizationAccess, personalAccess } from "./product-access.ts";
import { emittedGroups } from "./product-groups.ts";

export type Claims = Record<string, string | boolean | string[]>;

/** Claims depend on these values. `organizationId` is the organisation selected at sign-in; times are epoch milliseconds. */
export type ClaimsQuestion = {
  sub: string;
  clientId: string;
  scopes: string[];
  organizationId?: string | undefined;
  sid?: string | undefined;
  nowMs: number;
};

// The profile claims of an access token. OpenID Connect Core's `name` is only in UserInfo (A-access-token).
const PROFILE_CLAIMS = [
  "given_name",
  "family_name",
  "middle_name",
  "nickname",
  "profile",
  "picture",
  "website",
  "zoneinfo",
  "locale",
  "preferred_username",
] as const;
const ID_TOKEN_PROFILE_CLAIMS = [...PROFILE_CLAIMS, "gender", "birthdate"] as const;

/** Everything that an ID token can contain, by the scope that it requires. */
export const ID_TOKEN_CLAIMS: Record<string, string[]> = {
  openid: ["sub", "sid", "auth_time"],
  profile: [...ID_TOKEN_PROFILE_CLAIMS, "display_name", "plan", "summit_email"],
  email: ["email", "email_verified"],
  phone: ["phone_number", "phone_number_verified"],
};

/** An access token never contains `permission` or the phone (A-access-token). */
export function accessTokenClaims(directory: Directory, question: ClaimsQuestion): Claims {
  const facts = factsOf(directory, question);
  return present({
    sub: question.sub,
    sid: question.sid,
    ...(question.scopes.includes("profile") && picked(facts.user, PROFILE_CLAIMS)),
    ...emailClaims(facts.user),
    display_name: facts.user.profile.display_name,
    summit_email: facts.hasCorporateEmail,
    role: perValue(facts.user.roles),
    plan: perValue(facts.plans),
    product_access: perValue(facts.productAccess),
    product_plan: perValue(facts.productPlans),
    organization_product_access: perValue(facts.organizationProductAccess),
    ...organizationClaims(facts.active),
    groups: perValue(facts.groups),
  });
}

/** An ID token contains no `role`, no `groups` and nothing of an organisation (A-id-token). */
export function idTokenClaims(directory: Directory, question: ClaimsQuestion): Claims {
  const facts = factsOf(directory, question);
  const has = (scope: string) => question.scopes.includes(scope);
  return present({
    sub: question.sub,
    sid: question.sid,
    ...(has("profile") && {
      ...picked(facts.user, ID_TOKEN_PROFILE_CLAIMS),
      display_name: facts.user.profile.display_name,
      plan: perValue(facts.plans),
      summit_email: facts.hasCorporateEmail,
    }),
    ...(has("email") && emailClaims(facts.user)),
    ...(has("phone") && phoneClaims(facts.user)),
  });
}

/**
 * Returns the answer of UserInfo. The seven claims that A-userinfo names are always arrays. `plan` and
 * `organization_role` have the same form as in a token.
 */
export function userInfoClaims(directory: Directory, question: ClaimsQuestion): Claims {
  const facts = factsOf(directory, question);
  const has = (scope: string) => question.scopes.includes(scope);
  return present({
    sub: question.sub,
    ...(has("email") && emailClaims(facts.user)),
    ...(has("phone") && phoneClaims(facts.user)),
    ...(has("profile") && {
      name: fullName(facts.user),
      display_name: facts.user.profile.display_name,
      plan: perValue(facts.plans),
      summit_email: facts.hasCorporateEmail,
      ...organizationClaims(facts.active),
    }),
    role: distinct(facts.user.roles),
    permission: distinct(facts.user.permissions),
    organization_permission: distinct(facts.active?.membership.permissions ?? []),
    product_access: facts.productAccess,
    product_plan: facts.productPlans,
    organization_product_access: facts.organizationProductAccess,
    groups: facts.groups,
    has_required_product_access: facts.hasRequiredProductAccess,
  });
}

/** Returns the claims of a client that acts for itself. They contain no claims of a user (A-exclusive). */
export function clientCredentialsClaims(clientId: string): Claims {
  return { sub: clientId };
}

type Facts = {
  user: User;
  active: ActiveOrganization | undefined;
  hasCorporateEmail: boolean;
  plans: string[];
  productAccess: string[];
  productPlans: string[];
  organizationProductAccess: string[];
  groups: string[];
  hasRequiredProductAccess: boolean | undefined;
};

function factsOf(directory: Directory, { sub, clientId, organizationId, nowMs }: ClaimsQuestion): Facts {
  const user = userOf(directory, sub);
  const active = activeOrganization(directory, sub, organizationId);
  const personal = personalAccess(directory, sub, nowMs);
  const shared = active ? organizationAccess(directory, active.organization.id, nowMs) : [];
  const accesses = [...personal, ...shared];
  const required = directory.applications.find(({ client_id }) => client_id === clientId)?.required_product;
  return {
    user,
    active,
    hasCorporateEmail: hasCorporateEmail(directory, user),
    plans: distinct(personal.flatMap(({ plan }) => plan ?? [])),
    productAccess: personal.map(({ product }) => product.key),
    productPlans: personal.flatMap(({ product, plan }) => (plan === undefined ? [] : [`${product.key}:${plan}`])),
    organizationProductAccess: shared.map(({ product }) => product.key),
    groups: emittedGroups(directory, { sub, clientId, active, accesses }),
    hasRequiredProductAccess:
      required === undefined ? undefined : accesses.some(({ product }) => product.key === required),
  };
}

/** An unknown `sub` gets a user without any properties (M-token). */
const userOf = ({ users }: Directory, sub: string): User =>
  users.find((user) => user.sub === sub) ?? { sub, profile: {}, roles: [], permissions: [] };

/** The whole domain must match, in any letter case, and the organisation must be active. */
function hasCorporateEmail({ organizations }: Directory, { sub, email }: User): boolean {
  const domain = email?.address.split("@").at(-1)?.toLowerCase();
  return organizations
    .filter(({ active, members }) => active && members.some((member) => member.sub === sub))
    .some(({ corporate_domains }) => corporate_domains.some((corporate) => corporate.toLowerCase() === domain));
}

const emailClaims = ({ email }: User) => ({ email: email?.address, email_verified: email?.verified });
const phoneClaims = ({ phone }: User) => ({ phone_number: phone?.number, phone_number_verified: phone?.verified });
const organizationClaims = (active: ActiveOrganization | undefined) => ({
  organization_id: active?.organization.id,
  tenant_id: active?.organization.tenant_id,
  organization_role: perValue(active?.membership.roles ?? []),
});

function fullName({ profile }: User): string | undefined {
  const parts = [profile.given_name, profile.middle_name, profile.family_name].filter((part) => part !== undefined);
  return profile.name ?? (parts.length > 0 ? parts.join(" ") : undefined);
}

const picked = ({ profile }: User, names: readonly (keyof User["profile"])[]) =>
  Object.fromEntries(names.map((name) => [name, profile[name]]));

const distinct = (values: string[]): string[] => [...new Set(values)];

/** "One claim per value" in JSON: one value stands alone, several form an array (D8 accepts both). */
function perValue(values: string[]): string | string[] {
  const [first, ...others] = distinct(values);
  return first !== undefined && others.length === 0 ? first : distinct(values);
}

/** Removes claims that are `undefined` or an empty array. */
function present(claims: Record<string, string | boolean | string[] | undefined>): Claims {
  return Object.fromEntries(
    Object.entries(claims).flatMap(([name, value]) =>
      value === undefined || (Array.isArray(value) && value.length === 0) ? [] : [[name, value]],
    ),
  );
}
