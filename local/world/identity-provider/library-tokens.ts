import type { Account, KoaContextWithOIDC } from "oidc-provider";
import { accessTokenClaims, clientCredentialsClaims, idTokenClaims } from "./claims.ts";
import { type Provider, scopeList } from "./provider.ts";
import { TOKEN_PATH } from "./routes.ts";
import { signInOf, userOf } from "./sign-in.ts";

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

/** Removes the error from the `WWW-Authenticate` header of the token endpoint, because the answer's body contains it. */
export const plainChallenge = async (ctx: KoaContextWithOIDC, next: () => Promise<unknown>): Promise<void> => {
  await next();
  if (ctx.path === TOKEN_PATH && ctx.response.headers["www-authenticate"] !== undefined)
    ctx.set("www-authenticate", 'Basic realm="token"');
};
