import * as z from "zod";
import type { DependencyCheck } from "../../kernel/dependency-check.ts";

const MAX_DOCUMENT_BYTES = 262_144;
const discoveryDocument = z.object({ issuer: z.string(), jwks_uri: z.url(), userinfo_endpoint: z.url().optional() });

export interface Discovery {
  readonly jwksUri: URL;
  readonly userInfoEndpoint?: URL | undefined;
}

/** Reads the issuer's document by OpenID Connect Discovery, section 4. Throws when it does not come in time or is of another issuer. */
export async function discover(issuer: string, timeoutMs: number): Promise<Discovery> {
  const address = `${issuer.replace(/\/$/, "")}/.well-known/openid-configuration`;
  const response = await fetch(address, { signal: AbortSignal.timeout(timeoutMs), redirect: "error" });
  if (!response.ok) throw new Error(`the identity provider answered ${response.status}`);
  const text = await response.text();
  if (text.length > MAX_DOCUMENT_BYTES) throw new Error("the discovery document is too large");
  const document = discoveryDocument.parse(JSON.parse(text));
  if (document.issuer !== issuer) throw new Error("the discovery document belongs to another issuer");
  const { jwks_uri: jwksUri, userinfo_endpoint: userInfo } = document;
  return { jwksUri: new URL(jwksUri), userInfoEndpoint: userInfo === undefined ? undefined : new URL(userInfo) };
}

export const issuerCheck =
  (issuer: string): DependencyCheck =>
  async (timeoutMs) => {
    await discover(issuer, timeoutMs);
  };
