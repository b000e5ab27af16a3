import { InMemoryWebStorage, type OidcMetadata, User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { afterEach, describe, expect, it, vi } from "vitest";
import { afterSignOut, requestSignOut } from "../../../../panel/src/session/sign-out-request.ts";

const PAGE = "https://herald.example/signed-out";
const CLIENT_ID = "1example23456789";

/** As the providers publish them at `/.well-known/openid-configuration`. */
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
const standard = (issuer: string, end: string | undefined): Partial<OidcMetadata> => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  ...(end !== undefined && { end_session_endpoint: end }),
});
/** The local identity provider's, with a port of its own. */
const LOCAL = standard("http://127.0.0.1:4001", "http://127.0.0.1:4001/session/end");
/** A provider that publishes no end of a session, as Google does not. */
const WITHOUT = standard("https://accounts.example.com", undefined);

afterEach(() => vi.unstubAllGlobals());

/** Signs out in a browser of which only the address bar is there; answers where it went. */
async function signOut(metadata: Partial<OidcMetadata>): Promise<URL> {
  const gone = Promise.withResolvers<string>();
  const location = { assign: gone.resolve, replace: gone.resolve };
  vi.stubGlobal("window", {
    location,
    self: { location, stop: () => {} },
    addEventListener: () => {},
    removeEventListener: () => {},
  });
  const client = { issuer: metadata.issuer ?? "", client_id: CLIENT_ID };
  const store = new WebStorageStateStore({ store: new InMemoryWebStorage() });
  const manager = new UserManager({
    ...{ authority: client.issuer, client_id: CLIENT_ID, redirect_uri: "https://herald.example/signed-in", metadata },
    ...{ userStore: store, stateStore: store, automaticSilentRenew: false },
    ...afterSignOut(client, PAGE),
  });
  await manager.storeUser(
    new User({
      ...{ access_token: "access", id_token: "the.id.token", token_type: "Bearer" },
      profile: { sub: "ana", iss: client.issuer, aud: CLIENT_ID, exp: 4_102_444_800, iat: 1 },
    }),
  );
  // The promise stays open while the browser leaves.
  requestSignOut(manager, client, PAGE).catch(gone.reject);
  const address = new URL(await gone.promise);
  expect(await manager.getUser()).toBeNull();
  return address;
}

describe("requestSignOut()", () => {
  it("asks Amazon Cognito in its own form: client_id and logout_uri, and nothing that it does not know", async () => {
    const { origin, pathname, searchParams } = await signOut(COGNITO);
    expect(origin + pathname).toBe(`${DOMAIN}/logout`);
    expect(Object.fromEntries(searchParams)).toEqual({ client_id: CLIENT_ID, logout_uri: PAGE });
  });

  it("asks every other provider in the standard's form", async () => {
    const { origin, pathname, searchParams } = await signOut(LOCAL);
    expect(origin + pathname).toBe("http://127.0.0.1:4001/session/end");
    expect(Object.fromEntries(searchParams)).toEqual({ id_token_hint: "the.id.token", post_logout_redirect_uri: PAGE });
  });

  it("takes no provider for a user pool that only looks like one", async () => {
    const issuer = "https://login.example/cognito-idp.eu-central-1.amazonaws.com/x";
    const { searchParams } = await signOut(standard(issuer, `${issuer}/logout`));
    expect([...searchParams.keys()].sort()).toEqual(["id_token_hint", "post_logout_redirect_uri"]);
  });

  it("fails where the provider has no end of a session: the tokens are all that can be forgotten then", async () => {
    await expect(signOut(WITHOUT)).rejects.toThrow("No end session endpoint");
  });
});
