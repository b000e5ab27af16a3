import { errors, jwtVerify } from "jose";
import * as z from "zod";
import { userInfoClaims } from "./claims.ts";
import { clientOf } from "./clients.ts";
import { errorReply, json, type Reply, type WholeRequest } from "./http-messages.ts";
import { type Provider, scopeList } from "./provider.ts";
import { verificationKeys } from "./signing-keys.ts";
import { ACCESS_TOKEN_TYPE } from "./tokens.ts";

/** The claims of an access token that are read here. `/dev/token` may have added others. */
const bearerClaims = z.object({
  sub: z.string(),
  client_id: z.string().default(""),
  scope: z.union([z.string(), z.array(z.string())]).optional(),
  organization_id: z.string().optional(),
});
type BearerClaims = z.infer<typeof bearerClaims>;

/** Answers with the fields of A-userinfo, computed at every request (OpenID Connect Core, 5.3). */
export async function userInfoEndpoint(provider: Provider, { headers }: WholeRequest): Promise<Reply> {
  const [, token] = /^bearer +(\S+)$/i.exec(headers.authorization ?? "") ?? [];
  if (token === undefined) return json(401, { error: "invalid_request" }, { "www-authenticate": "Bearer" });
  const bearer = await verified(provider, token);
  // A client that acts for itself has no user.
  if (!bearer || clientOf(bearer.sub)) return invalidToken();
  const { sub, client_id: clientId, organization_id: organizationId, scope } = bearer;
  const scopes = Array.isArray(scope) ? scope : scopeList(scope);
  const question = { sub, clientId, organizationId, scopes, nowMs: provider.clock() };
  return json(200, userInfoClaims(provider.directory.current(), question));
}

async function verified(provider: Provider, token: string): Promise<BearerClaims | undefined> {
  try {
    const { payload } = await jwtVerify(token, verificationKeys(provider.keys), {
      issuer: provider.issuer,
      typ: ACCESS_TOKEN_TYPE,
      algorithms: ["RS256"],
      requiredClaims: ["exp", "sub"],
      currentDate: new Date(provider.clock()),
    });
    return bearerClaims.safeParse(payload).data;
  } catch (error) {
    if (error instanceof errors.JOSEError) return;
    throw error;
  }
}

/** The answer is that of RFC 6750, 3.1. */
const invalidToken = (): Reply =>
  errorReply(401, "invalid_token", "the access token is not valid", {
    "www-authenticate": 'Bearer error="invalid_token"',
  });
