import { createHash } from "node:crypto";
import { decodeJwt } from "jose";
import type { Account, KoaContextWithOIDC } from "oidc-provider";
import * as z from "zod";
import { accessTokenClaims, clientCredentialsClaims, idTokenClaims } from "./claims.ts";
import { type Provider, scopeList } from "./provider.ts";
import { TOKEN_PATH } from "./routes.ts";
import { signInOf, userOf } from "./sign-in.ts";
import { signedToken } from "./tokens.ts";

/** A user who is no longer in the directory has no account and gets no tokens. */
export function accountOf(provider: Provider, ctx: KoaContextWithOIDC, sub: string): Account | undefined {
  if (!userOf(provider, sub)) return undefined;
  const question = { sub, clientId: ctx.oidc.client?.clientId ?? "", nowMs: provider.clock() };
  return {
    accountId: sub,
    claims: (_, scope) => ({
      ...idTokenClaims(provider.directory.current(), { ...question, ...signInOf(ctx), scopes: scopeList(scope) }),
      sub,
    }),
  };
}

type Unfinished = {
  ctx: KoaContextWithOIDC;
  token: { kind: string; clientId?: string | undefined; scope?: string | undefined; accountId?: string };
  payload: Record<string, unknown>;
};

/** Adds the claims that A-access-token promises to those of the library. */
export function fillAccessToken(provider: Provider, { ctx, token, payload }: Unfinished): void {
  const { accountId: sub, clientId = "" } = token;
  const question = { clientId, ...signInOf(ctx), scopes: scopeList(token.scope), nowMs: provider.clock() };
  Object.assign(
    payload,
    { nbf: payload.iat },
    sub === undefined
      ? clientCredentialsClaims(clientId)
      : accessTokenClaims(provider.directory.current(), { ...question, sub }),
  );
}

const tokenReply = z.looseObject({ access_token: z.string(), id_token: z.string() });

/** Wraps the library's token endpoint to add optional parts of its answers that it leaves out. */
export function completeTokens(provider: Provider) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
    await next();
    if (ctx.path !== TOKEN_PATH) return;
    if (ctx.response.headers["www-authenticate"] !== undefined) ctx.set("www-authenticate", 'Basic realm="token"');
    const { data } = tokenReply.safeParse(ctx.body);
    if (data) ctx.body = { ...data, id_token: await boundIdToken(provider, data) };
  };
}

/** Signs the ID token with its type and binds it to the access token (OpenID Connect Core, 3.1.3.6). */
function boundIdToken(provider: Provider, reply: z.infer<typeof tokenReply>): Promise<string> {
  return signedToken(provider, "JWT", { ...decodeJwt(reply.id_token), at_hash: leftHalfHash(reply.access_token) });
}

const leftHalfHash = (token: string): string =>
  createHash("sha256").update(token).digest().subarray(0, 16).toString("base64url");
