import { InMemoryWebStorage, type User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { reach } from "../api/reach.ts";
import type { PanelConfig } from "../config.ts";
import { returnPath, SIGNED_IN } from "./return-path.ts";
import { claimsOf, type TokenClaims } from "./token-claims.ts";

const SIGNED_OUT = "/signed-out";
/** The person who was signed in in this tab, so that a reload need not ask again. A name, no credential. */
const HINT = "herald.sign-in-hint";

/** A signed-in owner. The tokens live in this page's memory: a reload signs in again. */
export class Session {
  readonly #manager: UserManager;
  #user: User;
  #renewal: Promise<boolean> | undefined;

  constructor(manager: UserManager, user: User) {
    this.#manager = manager;
    this.#user = user;
    manager.events.addUserLoaded((renewed) => {
      this.#user = renewed;
    });
  }

  get accessToken(): string {
    return this.#user.access_token;
  }

  /** From the access token, completed by the ID token's name. */
  get claims(): TokenClaims {
    const claims = claimsOf(this.accessToken);
    const { name, email } = this.#user.profile;
    return { ...claims, name: claims.name === claims.sub ? (name ?? email ?? claims.sub) : claims.name };
  }

  /** A fresh access token by the refresh token; false when the owner must sign in again. Asked twice at once, it asks once. */
  renew(): Promise<boolean> {
    this.#renewal ??= this.#manager
      .signinSilent()
      .then(
        (user) => user !== null,
        () => false,
      )
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  /** Leaves the page for the identity provider, and comes back to where it is now. */
  async signInAgain(): Promise<void> {
    await redirectToSignIn(this.#manager, location.pathname + location.search);
  }

  async signOut(): Promise<void> {
    sessionStorage.removeItem(HINT);
    try {
      await this.#manager.signoutRedirect();
    } catch {
      // A provider without an end-session endpoint: forgetting the tokens is all that can be done.
      await this.#manager.removeUser();
      location.assign(SIGNED_OUT);
    }
  }
}

/** Undefined when the owner has just signed out. While the page leaves for the identity provider, the promise stays open. */
export async function openSession(config: PanelConfig): Promise<Session | undefined> {
  if (location.pathname === SIGNED_OUT) return undefined;
  const manager = userManager(config);
  if (location.pathname === SIGNED_IN) {
    const user = await reach(manager.signinRedirectCallback());
    sessionStorage.setItem(HINT, user.profile.sub);
    history.replaceState(null, "", returnPath(user.state));
    return new Session(manager, user);
  }
  await redirectToSignIn(manager, location.pathname + location.search);
  return new Promise(() => {});
}

async function redirectToSignIn(manager: UserManager, path: string): Promise<void> {
  const hint = sessionStorage.getItem(HINT);
  await reach(manager.signinRedirect({ state: path, ...(hint ? { login_hint: hint } : {}) }));
}

function userManager({ issuer, client_id, scope }: PanelConfig): UserManager {
  return new UserManager({
    authority: issuer,
    client_id,
    scope,
    redirect_uri: location.origin + SIGNED_IN,
    post_logout_redirect_uri: location.origin + SIGNED_OUT,
    response_type: "code",
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // PKCE's verifier must outlive the redirect.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: true,
    monitorSession: false,
    revokeTokensOnSignout: false,
  });
}
