import type { DirectoryStore } from "./directory-store.ts";
import type { SigningKeys } from "./signing-keys.ts";

/** The state that all endpoints share. */
export type Provider = {
  issuer: string;
  /** The origin of the endpoints for programs, which for many providers differs from the issuer's. */
  programsAt: string;
  audience: string;
  /** The scopes of Herald's API, `notifications` by default (D8). */
  apiScopes: string[];
  clock: () => number;
  panelOrigins: () => string[];
  directory: DirectoryStore;
  keys: SigningKeys;
  outage: { isDown: boolean };
};

const IDENTITY_SCOPES = ["openid", "profile", "email", "phone", "offline_access"];

export const scopesOf = ({ apiScopes }: Pick<Provider, "apiScopes">): string[] => [...IDENTITY_SCOPES, ...apiScopes];

export const scopeList = (scope: string | undefined): string[] => [
  ...new Set((scope ?? "").split(" ").filter((name) => name !== "")),
];

/** Adds parameters to an address and keeps those that it has. */
export function withParameters(address: string, parameters: Record<string, string>): string {
  const { href } = new URL(address);
  const more = new URLSearchParams(parameters).toString();
  return more === "" ? href : `${href}${href.includes("?") ? "&" : "?"}${more}`;
}
