/** The identity provider's claims about the person behind an access token (A-userinfo). Absent lists are empty. */
export interface CallerClaims {
  readonly sub: string;
  readonly name?: string | undefined;
  readonly displayName?: string | undefined;
  readonly email?: string | undefined;
  readonly roles: readonly string[];
  readonly permissions: readonly string[];
  readonly organizationPermissions: readonly string[];
  readonly groups: readonly string[];
  readonly plans: readonly string[];
  readonly productAccess: readonly string[];
  readonly productPlans: readonly string[];
  readonly organizationProductAccess: readonly string[];
  readonly organizationId?: string | undefined;
  readonly organizationRoles: readonly string[];
  /** Whether the user may use the product that the application requires; absent when the application requires none. */
  readonly hasRequiredProductAccess?: boolean | undefined;
}
