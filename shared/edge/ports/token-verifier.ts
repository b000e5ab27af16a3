export interface AccessToken {
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
  /** Product groups of the client application, where the provider emits any. */
  readonly groups: readonly string[];
  /** Of the organisation that was chosen at sign-in. */
  readonly organizationId?: string | undefined;
  readonly expiresAtMs: number;
}

export interface TokenVerifier {
  /** Undefined for whatever cannot be validated: malformed, foreign, expired, or no signing key to be had (D8). */
  verify(token: string): Promise<AccessToken | undefined>;
}
