import type { CallerClaims } from "./domain/caller-claims.ts";
import type { Person } from "./domain/person.ts";

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

/** The directory could not be asked, or refused to answer. */
export class PeopleUnavailableError extends Error {
  override readonly name = "PeopleUnavailableError";
}

/** The people of an identity provider that lets them be looked up. Both methods throw PeopleUnavailableError. */
export interface PeopleDirectory {
  /** People whose name or address begins with the text; some of them for an empty one. Who may not sign in any more is left out. */
  search(text: string, limit: number): Promise<readonly Person[]>;
  /** Those of the ids that the directory knows. */
  named(ids: readonly string[]): Promise<readonly Person[]>;
}
