import type { CallerClaims } from "./domain/caller-claims.ts";
import type { Person } from "./domain/person.ts";

/** The identity provider could not be asked, so nothing is known of the caller beyond the token. */
export class UserInfoUnavailableError extends Error {
  override readonly name = "UserInfoUnavailableError";
}

/** The verified access token with which UserInfo is requested. */
export interface UserInfoQuestion {
  readonly bearer: string;
  readonly sub: string;
  /** The end of the token, until which the answer may be kept. */
  readonly expiresAtMs: number;
}

export interface UserInfoSource {
  /**
   * Asks for the caller's claims, and keeps them for the token's lifetime, because tokens have no permissions (A-userinfo). Throws
   * UserInfoUnavailableError when the provider does not answer in time, or answers about somebody else.
   */
  claimsOf(question: UserInfoQuestion): Promise<CallerClaims>;
}

/** The directory could not be asked, or refused to answer. */
export class PeopleUnavailableError extends Error {
  override readonly name = "PeopleUnavailableError";
}

/** The directory of people that some identity providers have. Both methods throw PeopleUnavailableError. */
export interface PeopleDirectory {
  /** Finds people whose name or address begins with the text, and some people for an empty text. People who may no longer sign in are left out. */
  search(text: string, limit: number): Promise<readonly Person[]>;
  /** Returns the people with these ids that the directory knows. */
  named(ids: readonly string[]): Promise<readonly Person[]>;
}
