import type { IncomingMessage, ServerResponse } from "node:http";
import OpenIdProvider, { type Adapter, type Configuration, errors } from "oidc-provider";
import { ID_TOKEN_CLAIMS } from "./claims.ts";
import { clientMetadata } from "./clients.ts";
import { accountOf, fillAccessToken, plainChallenge } from "./library-tokens.ts";
import { messagePage } from "./login-page.ts";
import { type Provider, scopesOf } from "./provider.ts";
import { AUTHORIZE_PATH, TOKEN_PATH } from "./routes.ts";
import { type Choices, RESOURCE, signInPolicy } from "./sign-in.ts";
import { show, signInPages } from "./sign-in-pages.ts";
import { TOKEN_LIFETIME_SECONDS } from "./tokens.ts";

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

const DAY = 24 * 3600;
/**
 * RFC 6749, 4.1.2 advises at most 10 minutes for a code, and a browser needs a second. A grant must outlive its refresh
 * tokens.
 */
const LIFETIMES = {
  AccessToken: TOKEN_LIFETIME_SECONDS,
  ClientCredentials: TOKEN_LIFETIME_SECONDS,
  IdToken: TOKEN_LIFETIME_SECONDS,
  AuthorizationCode: 60,
  RefreshToken: 30 * DAY,
  Grant: 365 * DAY,
  Interaction: 600,
  Session: 600,
};

/**
 * A certified OpenID library serves the authorisation and the token endpoint (D37). It reads its key only once, so a
 * rotation creates a new instance.
 */
export function openLibrary(provider: Provider, store: (kind: string) => Adapter): Listener {
  let kid: string | undefined;
  let listener: Listener;
  return (request, response) => {
    if (kid !== provider.keys.current().kid) listener = listenerOf(provider, store);
    kid = provider.keys.current().kid;
    return listener(request, response);
  };
}

function listenerOf(provider: Provider, store: (kind: string) => Adapter): Listener {
  const choices: Choices = new WeakMap();
  const library = new OpenIdProvider(provider.issuer, {
    ...configurationOf(provider, choices),
    adapter: (kind) =>
      kind === "Client"
        ? { ...store(kind), find: async (id) => clientMetadata(provider, id, OpenIdProvider.ctx?.oidc.params) }
        : store(kind),
  });
  library.use(plainChallenge);
  library.use(signInPages(provider, library, choices));
  const listener = library.callback();
  return async (request, response) => void (await listener(request, response));
}

function configurationOf(provider: Provider, choices: Choices): Configuration {
  return {
    jwks: { keys: [{ ...provider.keys.current().jwk, use: "sig", alg: "RS256" }] },
    routes: { authorization: AUTHORIZE_PATH, token: TOKEN_PATH },
    scopes: scopesOf(provider),
    responseTypes: ["code"],
    clientAuthMethods: ["none", "client_secret_basic", "client_secret_post"],
    allowOmittingSingleRegisteredRedirectUri: false,
    claims: ID_TOKEN_CLAIMS,
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: () => true,
    expiresWithSession: () => false,
    ttl: LIFETIMES,
    // The redirect to this path is never sent: the page is shown instead.
    interactions: { policy: signInPolicy(provider, choices), url: () => AUTHORIZE_PATH },
    findAccount: (ctx, sub) => accountOf(provider, ctx, sub),
    renderError: (ctx, { error, error_description: description }) =>
      show(ctx, messagePage(ctx.status, "This sign-in cannot start", description ?? error)),
    formats: { customizers: { jwt: (ctx, token, { payload }) => fillAccessToken(provider, { ctx, token, payload }) } },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // The library's own endpoint refuses tokens that are meant for an API.
      userinfo: { enabled: false },
      resourceIndicators: resourceIndicators(provider),
    },
  };
}

/** All access tokens are for the only resource, Herald's API, because only tokens for a resource are JWTs. */
function resourceIndicators(provider: Provider): NonNullable<Configuration["features"]>["resourceIndicators"] {
  return {
    enabled: true,
    defaultResource(ctx) {
      // A request without a scope gets the scope that the API requires.
      if (ctx.oidc.params) ctx.oidc.params.scope ??= provider.apiScopes.join(" ");
      return RESOURCE;
    },
    useGrantedResource: () => true,
    getResourceServerInfo(_, resource) {
      if (resource !== RESOURCE) throw new errors.InvalidTarget("there is no such resource");
      return {
        scope: scopesOf(provider).join(" "),
        audience: provider.audience,
        accessTokenFormat: "jwt",
        accessTokenTTL: TOKEN_LIFETIME_SECONDS,
        jwt: { sign: { alg: "RS256" } },
      };
    },
  };
}
