import type { DirectoryStore } from "./directory-store.ts";
import type { ExpiringEntries } from "./expiring-entries.ts";
import type { RefreshTokens, SignIn } from "./refresh-tokens.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** A request that may be answered by a code. */
export type SignInRequest = {
  clientId: string;
  redirectUri: string;
  state?: string | undefined;
  nonce?: string | undefined;
  scopes: string[];
  codeChallenge: string;
  prompts: string[];
  loginHint?: string | undefined;
};

/** A code that was given out. A second use ends the refresh tokens of the first one (RFC 6749, 4.1.2). */
export type IssuedCode = {
  signIn: SignIn;
  redirectUri: string;
  codeChallenge: string;
  nonce?: string | undefined;
  isUsed: boolean;
  familyId?: string;
};

/** One open sign-in page: the request that it answers and, when an organisation is still to be picked, the user. */
type Transaction = { request: SignInRequest; sub?: string };

/** What the endpoints share. */
export type Provider = {
  issuer: string;
  audience: string;
  /** Scopes of Herald's API, `notifications` by default (D8). */
  apiScopes: string[];
  clock: () => number;
  panelOrigins: () => string[];
  directory: DirectoryStore;
  keys: SigningKeys;
  codes: ExpiringEntries<IssuedCode>;
  transactions: ExpiringEntries<Transaction>;
  refreshTokens: RefreshTokens;
  outage: { isDown: boolean };
};

const IDENTITY_SCOPES = ["openid", "profile", "email", "phone", "offline_access"];

export const scopesOf = ({ apiScopes }: Provider): string[] => [...IDENTITY_SCOPES, ...apiScopes];

export const scopeList = (scope: string | undefined): string[] => [
  ...new Set((scope ?? "").split(" ").filter((name) => name !== "")),
];
