import type { CallerClaims } from "./domain/caller-claims.ts";
import type { Person } from "./domain/person.ts";

/** The identity provider could not be asked, so nothing is known of the caller beyond the token. */
export class UserInfoUnavailableError extends Error {
  override readonly name = "UserInfoUnavailableError";
}

/** UserInfo is asked with this verified access token. */
export interface UserInfoQuestion {
  readonly bearer: string;
  readonly sub: string;
  /** What was learned may be kept until the token ends. */
  readonly expiresAtMs: number;
}

export interface UserInfoSource {
  /**
   * No token has permissions: they are asked for, and kept for the token's lifetime (A-userinfo). It throws UserInfoUnavailableError when the
   * provider does not answer in time, or not about this caller.
   */
  claimsOf(question: UserInfoQuestion): Promise<CallerClaims>;
}

/** The directory could not be asked, or refused to answer. */
export class PeopleUnavailableError extends Error {
  override readonly name = "PeopleUnavailableError";
}

/** Some identity providers let their people be looked up. Both methods throw PeopleUnavailableError. */
export interface PeopleDirectory {
  /** It finds people whose name or address begins with the text, and some people for an empty text. People who may no longer sign in are left out. */
  search(text: string, limit: number): Promise<readonly Person[]>;
  /** Returns the people with these ids that the directory knows. */
  named(ids: readonly string[]): Promise<readonly Person[]>;
}
