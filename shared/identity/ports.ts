import type { CallerClaims } from "./domain/caller-claims.ts";

/** The identity provider could not be asked: nothing is known of the caller beyond the token. */
export class UserInfoUnavailableError extends Error {
  override readonly name = "UserInfoUnavailableError";
}

/** A verified access token, as UserInfo is asked with it. */
export interface UserInfoQuestion {
  readonly bearer: string;
  readonly sub: string;
  /** Until when what was learned may be kept: the token's end. */
  readonly expiresAtMs: number;
}

export interface UserInfoSource {
  /**
   * Permissions are in no token: they are asked for, and kept for the token's lifetime (A-userinfo).
   * Throws UserInfoUnavailableError when the provider does not answer in time, or not about this caller.
   */
  claimsOf(question: UserInfoQuestion): Promise<CallerClaims>;
}
