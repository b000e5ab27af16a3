import { ErrorResponse, InMemoryWebStorage, User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { namingUnreachable, UnreachableError } from "../api/naming-unreachable.ts";
import type { PanelConfig } from "../config.ts";
import { returnPath, SIGNED_IN } from "./return-path.ts";
import { openSignInWindow, requestIn, requestOf, type SignInWindow, stateOf } from "./sign-in-window.ts";
import { afterSignOut, type Client, requestSignOut } from "./sign-out-request.ts";
import { hearTabs, tellTabs } from "./tab-channel.ts";
import { claimsOf, type TokenClaims } from "./token-claims.ts";

const SIGNED_OUT = "/signed-out";
/** The key under which the tab stores who was signed in, so that a reload need not ask again. The value is no credential. */
const HINT = "herald.sign-in-hint";

/** A signed-in owner. The tokens exist only in the memory of this page, so a reload signs in again. */
export class Session {
  readonly #manager: UserManager;
  readonly #client: Client;
  #user: User;
  #renewal: Promise<boolean> | undefined;
  /** Set while the owner is asked to sign in again. */
  #question: PromiseWithResolvers<boolean> | undefined;
  #isForgotten = false;
  #isPutOff = false;
  #isSigningOut = false;
  readonly #listeners = new Set<() => void>();

  constructor(manager: UserManager, user: User, client: Client) {
    this.#manager = manager;
    this.#user = user;
    this.#client = client;
    manager.events.addUserLoaded((renewed) => {
      this.#user = renewed;
    });
    // The manager's own renewal is off, because two at once would use the same refresh token twice.
    manager.events.addAccessTokenExpiring(() => void this.renew().catch(() => false));
  }

  get accessToken(): string {
    return this.#isForgotten ? "" : this.#user.access_token;
  }

  /** Reads the claims of the access token. If they contain no name, the ID token supplies it. */
  get claims(): TokenClaims {
    const claims = claimsOf(this.#user.access_token);
    const { name, email } = this.#user.profile;
    return { ...claims, name: claims.name === claims.sub ? (name ?? email ?? claims.sub) : claims.name };
  }

  /**
   * Gets a new access token with the refresh token; false means that the owner must sign in again. Simultaneous calls share one request.
   * Throws `UnreachableError` when the identity provider does not answer, because the session may still be valid.
   */
  renew(): Promise<boolean> {
    if (this.#isForgotten || this.#user.refresh_token === undefined) return Promise.resolve(false);
    this.#renewal ??= this.#manager
      .signinSilent()
      .then(
        (user) => user !== null,
        (error: unknown) => {
          if (error instanceof ErrorResponse) return false;
          throw new UnreachableError("the identity provider cannot be reached", { cause: error });
        },
      )
      .finally(() => {
        this.#renewal = undefined;
      });
    return this.#renewal;
  }

  /** Says whether the owner is being asked to sign in again; `subscribe` reports changes. */
  readonly isAsking = (): boolean => this.#question !== undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Asks the owner to sign in while the page stays. The result is true after a sign-in, and false when the owner puts it off. */
  askToSignIn(): Promise<boolean> {
    this.#question ??= Promise.withResolvers();
    const { promise } = this.#question;
    this.#tell();
    return promise;
  }

  /** Returns whether a rejected request can be repeated with a new token. An owner who put the sign-in off, or signs out, is not asked. */
  async renewOrAsk(): Promise<boolean> {
    return (await this.renew()) || (!this.#isPutOff && !this.#isSigningOut && (await this.askToSignIn()));
  }

  /** Says whether the owner has put the sign-in off, so that the page cannot load or save anything. */
  readonly isPutOff = (): boolean => this.#isPutOff;

  /** Puts the sign-in off and fails every request that waits for it. */
  putOff(): void {
    this.#isPutOff = true;
    this.#answer(false);
  }

  /** Calls `onSomebodyElse` when another person signs in, because this page shows data of one owner. */
  openSignInWindow(onSomebodyElse: () => void): SignInWindow {
    return openSignInWindow(async (text) => {
      const user = User.fromStorageString(text);
      if (user.profile.sub !== this.#user.profile.sub) return onSomebodyElse();
      await this.#manager.storeUser(user);
      await this.#manager.events.load(user);
      this.#isForgotten = false;
      this.#isPutOff = false;
      this.#isSigningOut = false;
      this.#answer(true);
    });
  }

  /** Calls the listener after the owner has signed out in another tab; the tokens are already removed then. */
  onSignedOutElsewhere(listener: () => void): () => void {
    return hearTabs((message) => {
      if (message.kind !== "signed-out" || message.sub !== this.#user.profile.sub) return;
      this.#isForgotten = true;
      sessionStorage.removeItem(HINT);
      void this.#manager.removeUser();
      listener();
    });
  }

  /** Clears this tab and opens the page that says that the owner is signed out. */
  leaveSignedOut(): void {
    sessionStorage.clear();
    // The tab that signs out receives its own message, and must not leave before it has reached the provider.
    if (!this.#isSigningOut) location.assign(SIGNED_OUT);
  }

  async signOut(): Promise<void> {
    this.#isSigningOut = true;
    sessionStorage.clear();
    tellTabs({ kind: "signed-out", sub: this.#user.profile.sub });
    if (await requestSignOut(this.#manager, this.#client, location.origin + SIGNED_OUT)) return;
    this.#isSigningOut = false;
    this.leaveSignedOut();
  }

  #answer(isSignedIn: boolean): void {
    this.#question?.resolve(isSignedIn);
    this.#question = undefined;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** The state of a tab without a session: the owner has signed out, or has signed in for the tab that opened this one. */
export type Outside = "signed-out" | "signed-in-for-another";

/** The promise never settles when the page is leaving for the identity provider. */
export async function openSession(config: PanelConfig): Promise<Session | Outside> {
  if (location.pathname === SIGNED_OUT) return "signed-out";
  const manager = userManager(config);
  const asked = location.pathname === SIGNED_IN ? requestIn(location.search) : undefined;
  if (location.pathname === SIGNED_IN && asked === undefined) return signedIn(manager, config);
  await redirectToSignIn(manager, asked === undefined ? location.pathname + location.search : stateOf(asked));
  return new Promise(() => {});
}

async function signedIn(manager: UserManager, client: Client): Promise<Session | Outside> {
  const user = await namingUnreachable(manager.signinRedirectCallback());
  const request = requestOf(user.state);
  if (request !== undefined) {
    tellTabs({ kind: "signed-in", request, user: user.toStorageString() });
    window.close();
    return "signed-in-for-another";
  }
  sessionStorage.setItem(HINT, user.profile.sub);
  history.replaceState(null, "", returnPath(user.state));
  return new Session(manager, user, client);
}

async function redirectToSignIn(manager: UserManager, state: string): Promise<void> {
  const hint = sessionStorage.getItem(HINT);
  await namingUnreachable(manager.signinRedirect({ state, ...(hint ? { login_hint: hint } : {}) }));
}

function userManager({ issuer, client_id, scope }: PanelConfig): UserManager {
  return new UserManager({
    authority: issuer,
    client_id,
    scope,
    redirect_uri: location.origin + SIGNED_IN,
    ...afterSignOut({ issuer, client_id }, location.origin + SIGNED_OUT),
    response_type: "code",
    userStore: new WebStorageStateStore({ store: new InMemoryWebStorage() }),
    // The code verifier of PKCE must survive the redirect.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    revokeTokensOnSignout: false,
  });
}
