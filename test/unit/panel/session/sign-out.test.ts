import { InMemoryWebStorage, type OidcMetadata, User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { afterSignOut, requestSignOut } from "../../../../panel/src/session/sign-out-request.ts";

const PAGE = "https://herald.example/signed-out";
const CLIENT_ID = "1example23456789";
const ID_TOKEN = "the.id.token";

/** The providers publish these addresses at `/.well-known/openid-configuration`. */
const POOL = "https://cognito-idp.eu-central-1.amazonaws.com/eu-central-1_EXAMPLE";
const DOMAIN = "https://your-domain.auth.eu-central-1.amazoncognito.com";
const COGNITO: Partial<OidcMetadata> = {
  issuer: POOL,
  authorization_endpoint: `${DOMAIN}/oauth2/authorize`,
  end_session_endpoint: `${DOMAIN}/logout`,
  jwks_uri: `${POOL}/.well-known/jwks.json`,
  revocation_endpoint: `${DOMAIN}/oauth2/revoke`,
  token_endpoint: `${DOMAIN}/oauth2/token`,
  userinfo_endpoint: `${DOMAIN}/oauth2/userInfo`,
};
const COGNITO_AT_OWN_DOMAIN: Partial<OidcMetadata> = {
  ...COGNITO,
  authorization_endpoint: "https://auth.example.com/oauth2/authorize",
  end_session_endpoint: "https://auth.example.com/logout",
};
const standard = (issuer: string, end: string | undefined): Partial<OidcMetadata> => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  ...(end !== undefined && { end_session_endpoint: end }),
});
/** The local identity provider publishes this, with a port of its own. */
const LOCAL = standard("http://127.0.0.1:4001", "http://127.0.0.1:4001/session/end");
/** The path contains an issuer of Amazon, but this provider is no user pool. */
const LOOKALIKE_ISSUER = "https://login.example/cognito-idp.eu-central-1.amazonaws.com/x";
const LOOKALIKE = standard(LOOKALIKE_ISSUER, `${LOOKALIKE_ISSUER}/logout`);
/** Some providers, Google for example, publish no end of a session. */
const WITHOUT = standard("https://accounts.example.com", undefined);

/** A provider ends its session and sends the browser to the returned page. Undefined stands for an error page. */
type Provider = (parameters: URLSearchParams) => string | undefined;

/** The page must be registered with the app client (Amazon Cognito Developer Guide, "Logout endpoint"). */
const userPool: Provider = (parameters) =>
  parameters.get("client_id") === CLIENT_ID && parameters.get("logout_uri") === PAGE ? PAGE : undefined;

/**
 * The page must be registered, and the provider must learn whose session it ends (OpenID RP-Initiated Logout 1.0,
 * sections 2 and 3).
 */
const standardProvider: Provider = (parameters) =>
  parameters.get("id_token_hint") === ID_TOKEN && parameters.get("post_logout_redirect_uri") === PAGE
    ? PAGE
    : undefined;

const POOL_FORM = [
  ["client_id", CLIENT_ID],
  ["logout_uri", PAGE],
];
const STANDARD_FORM = [
  ["id_token_hint", ID_TOKEN],
  ["post_logout_redirect_uri", PAGE],
];
const providers = [
  { name: "Amazon Cognito", metadata: COGNITO, provider: userPool, form: POOL_FORM },
  {
    name: "Amazon Cognito with a domain of one's own",
    metadata: COGNITO_AT_OWN_DOMAIN,
    provider: userPool,
    form: POOL_FORM,
  },
  { name: "the local identity provider", metadata: LOCAL, provider: standardProvider, form: STANDARD_FORM },
  {
    name: "one that only looks like a user pool",
    metadata: LOOKALIKE,
    provider: standardProvider,
    form: STANDARD_FORM,
  },
];

afterEach(() => vi.unstubAllGlobals());

/** Represents a browser by its address bar. The result is the address that it goes to. */
function browser(): Promise<string> {
  const gone = Promise.withResolvers<string>();
  const location = { assign: gone.resolve, replace: gone.resolve };
  vi.stubGlobal("window", {
    location,
    self: { location, stop: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  return gone.promise;
}

async function signedIn(metadata: Partial<OidcMetadata>) {
  const client = { issuer: metadata.issuer ?? "", client_id: CLIENT_ID };
  const store = new WebStorageStateStore({ store: new InMemoryWebStorage() });
  const manager = new UserManager({
    authority: client.issuer,
    client_id: CLIENT_ID,
    redirect_uri: "https://herald.example/signed-in",
    metadata,
    userStore: store,
    stateStore: store,
    automaticSilentRenew: false,
    ...afterSignOut(client, PAGE),
  });
  const user = new User({
    access_token: "access",
    id_token: ID_TOKEN,
    token_type: "Bearer",
    profile: { sub: "ana", iss: client.issuer, aud: CLIENT_ID, exp: 4_102_444_800, iat: 1 },
  });
  await manager.storeUser(user);
  return { client, manager };
}

describe("requestSignOut()", () => {
  it.each(providers)("ends the session at $name in the form that it publishes", async (one) => {
    const gone = browser();
    const { client, manager } = await signedIn(one.metadata);
    // The promise stays open while the browser leaves.
    void requestSignOut(manager, client, PAGE);
    const { origin, pathname, searchParams } = new URL(await gone);
    expect(origin + pathname).toBe(one.metadata.end_session_endpoint);
    expect([...searchParams]).toEqual(one.form);
    expect(one.provider(searchParams)).toBe(PAGE);
    expect(await manager.getUser()).toBeNull();
  });

  it("forgets the tokens, and says that it asked no provider, where the provider ends no session", async () => {
    void browser();
    const { client, manager } = await signedIn(WITHOUT);
    expect(await requestSignOut(manager, client, PAGE)).toBe(false);
    expect(await manager.getUser()).toBeNull();
  });
});
