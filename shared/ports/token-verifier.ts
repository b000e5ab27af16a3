export interface AccessToken {
  readonly sub: string;
  readonly scopes: readonly string[];
  readonly roles: readonly string[];
}

export interface TokenVerifier {
  /** Undefined for whatever cannot be validated: malformed, foreign, expired, or no signing key to be had (D8). */
  verify(token: string): Promise<AccessToken | undefined>;
}
