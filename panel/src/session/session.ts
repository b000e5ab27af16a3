import { ErrorResponse, InMemoryWebStorage, User, UserManager, WebStorageStateStore } from "oidc-client-ts";
import { reach, UnreachableError } from "../api/reach.ts";
import type { PanelConfig } from "../config.ts";
import { returnPath, SIGNED_IN } from "./return-path.ts";
import { openSignInWindow, requestIn, requestOf, type SignInWindow, stateOf } from "./sign-in-window.ts";
import { afterSignOut, type Client, requestSignOut } from "./sign-out-request.ts";
import { hearTabs, tellTabs } from "./tab-channel.ts";
import { claimsOf, type TokenClaims } from "./token-claims.ts";

const SIGNED_OUT = "/signed-out";
/** The person who was signed in in this tab, so that a reload need not ask again. A name, no credential. */
const HINT = "herald.sign-in-hint";

/** A signed-in owner. The tokens live in this page's memory: a reload signs in again. */
export class Session {
  readonly #manager: UserManager;
  readonly #client: Client;
  #user: User;
  #renewal: Promise<boolean> | undefined;
  /** There while the owner is asked to sign in again. */
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
    // Not the manager's own renewal: two at once would use the same refresh token twice.
    manager.events.addAccessTokenExpiring(() => void this.renew().catch(() => false));
  }

  get accessToken(): string {
    return this.#isForgotten ? "" : this.#user.access_token;
  }

  /** From the access token, completed by the ID token's name. */
  get claims(): TokenClaims {
    const claims = claimsOf(this.#user.access_token);
    const { name, email } = this.#user.profile;
    return { ...claims, name: claims.name === claims.sub ? (name ?? email ?? claims.sub) : claims.name };
  }

  /**
   * A fresh access token by the refresh token; false when the owner must sign in again. Asked twice at once, it asks once. Throws
   * `UnreachableError` when the identity provider gives no answer: the sign-in may well stand.
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

  /** Whether the owner is being asked to sign in again; `subscribe` tells when it changes. */
  readonly isAsking = (): boolean => this.#question !== undefined;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Has the owner asked, while the page stays as it is. True once they have signed in, false when they put it off. */
  askToSignIn(): Promise<boolean> {
    this.#question ??= Promise.withResolvers();
    const { promise } = this.#question;
    this.#tell();
    return promise;
  }

  /** For a request that was refused for its token: whether there is a fresh one now. An owner who has put it off, or signs out, is not asked. */
  async renewOrAsk(): Promise<boolean> {
    return (await this.renew()) || (!this.#isPutOff && !this.#isSigningOut && (await this.askToSignIn()));
  }

  /** Whether the owner has put off the sign-in, and the page cannot go on. */
  readonly isPutOff = (): boolean => this.#isPutOff;

  /** All that waits for the sign-in is refused. */
  putOff(): void {
    this.#isPutOff = true;
    this.#answer(false);
  }

  /** `onSomebodyElse`: this page is about one owner, and another one has signed in. */
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

  /** Calls when the owner has signed out in another tab; the tokens are forgotten by then. */
  onSignedOutElsewhere(listener: () => void): () => void {
    return hearTabs((message) => {
      if (message.kind !== "signed-out" || message.sub !== this.#user.profile.sub) return;
      this.#isForgotten = true;
      sessionStorage.removeItem(HINT);
      void this.#manager.removeUser();
      listener();
    });
  }

  /** Leaves for the page that says so, with nothing of the sign-in left in this tab. */
  leaveSignedOut(): void {
    sessionStorage.clear();
    // The tab in which the owner signs out hears its own word too: going elsewhere would keep it from the provider.
    if (!this.#isSigningOut) location.assign(SIGNED_OUT);
  }

  async signOut(): Promise<void> {
    this.#isSigningOut = true;
    sessionStorage.clear();
    tellTabs({ kind: "signed-out", sub: this.#user.profile.sub });
    try {
      await requestSignOut(this.#manager, this.#client, location.origin + SIGNED_OUT);
    } catch {
      // A provider without an end-session endpoint: forgetting the tokens is all that can be done.
      await this.#manager.removeUser();
      this.#isSigningOut = false;
      this.leaveSignedOut();
    }
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

/** Of a tab without a session: the owner has just signed out, or has signed in for the tab that opened this one. */
export type Outside = "signed-out" | "signed-in-for-another";

/** While the page leaves for the identity provider, the promise stays open. */
export async function openSession(config: PanelConfig): Promise<Session | Outside> {
  if (location.pathname === SIGNED_OUT) return "signed-out";
  const manager = userManager(config);
  const asked = location.pathname === SIGNED_IN ? requestIn(location.search) : undefined;
  if (location.pathname === SIGNED_IN && asked === undefined) return signedIn(manager, config);
  await redirectToSignIn(manager, asked === undefined ? location.pathname + location.search : stateOf(asked));
  return new Promise(() => {});
}

async function signedIn(manager: UserManager, client: Client): Promise<Session | Outside> {
  const user = await reach(manager.signinRedirectCallback());
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
  await reach(manager.signinRedirect({ state, ...(hint ? { login_hint: hint } : {}) }));
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
    // PKCE's verifier must outlive the redirect.
    stateStore: new WebStorageStateStore({ store: sessionStorage }),
    automaticSilentRenew: false,
    monitorSession: false,
    revokeTokensOnSignout: false,
  });
}
