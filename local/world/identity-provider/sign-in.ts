import type { IncomingMessage } from "node:http";
import { errors, interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import type { Organization, User } from "./directory-shape.ts";
import { type Provider, scopesOf } from "./provider.ts";

/** The library's name for Herald's API, which must be a URI. The audience in tokens is the provider's. */
export const RESOURCE = "urn:herald:api";

/** The user's answer on the sign-in page. */
export type Choice =
  | { kind: "canceled" }
  | { kind: "user"; sub: string }
  | { kind: "organization"; sub: string; organizationId: string | undefined };

/** A choice belongs to one request and disappears with it: there is no session and no cookie. */
export type Choices = WeakMap<IncomingMessage, Choice>;

const ORGANIZATION = "organization";

/** Decides when the library must ask: first for the user, then for the organisation if the user has several. */
export function signInPolicy(provider: Provider, choices: Choices): interactionPolicy.Prompt[] {
  const { Check, Prompt } = interactionPolicy;
  const choiceOf = (ctx: KoaContextWithOIDC) => choices.get(ctx.req) ?? hintedChoice(provider, ctx);
  const user = new Check("no_user", "nobody is signed in", "login_required", (ctx) => {
    const choice = choiceOf(ctx);
    if (choice?.kind === "canceled") throw new errors.AccessDenied("the user canceled");
    return choice === undefined;
  });
  const organization = new Check(
    "no_organization",
    "an organization must be picked",
    "interaction_required",
    async (ctx) => !(await isSignedIn(provider, ctx, choiceOf(ctx))),
    (ctx) => ({ sub: subOf(choiceOf(ctx)) }),
  );
  // Picking a user counts as consent, so `prompt=consent` is accepted and never asks.
  const consent = new Prompt({ name: "consent", requestable: true });
  consent.checks.clear();
  return [
    new Prompt({ name: "login", requestable: true }, user),
    new Prompt({ name: "select_account", requestable: true }),
    consent,
    new Prompt({ name: ORGANIZATION, requestable: false }, organization),
  ];
}

/** A known `login_hint` counts as a choice, but `prompt` may still demand the page. */
function hintedChoice(provider: Provider, { oidc }: KoaContextWithOIDC): Choice | undefined {
  const hint = oidc.params?.login_hint;
  const user = typeof hint === "string" ? userOf(provider, hint) : undefined;
  return user && { kind: "user", sub: user.sub };
}

const subOf = (choice: Choice | undefined): string | undefined =>
  choice === undefined || choice.kind === "canceled" ? undefined : choice.sub;

/**
 * Signs the chosen user in for this request. A user's only organisation is selected automatically; of several, one or
 * none must be picked.
 */
async function isSignedIn(
  provider: Provider,
  { oidc }: KoaContextWithOIDC,
  choice: Choice | undefined,
): Promise<boolean> {
  const user = userOf(provider, subOf(choice));
  const { client, session } = oidc;
  if (!user || !client || !session) return false;
  const [only, ...others] = organizationsOf(provider, user);
  if (choice?.kind === "user" && others.length > 0) return false;
  const grant = new oidc.provider.Grant({ accountId: user.sub, clientId: client.clientId });
  grant.addOIDCScope(scopesOf(provider));
  grant.addResourceScope(RESOURCE, scopesOf(provider));
  const organizationId = choice?.kind === "organization" ? choice.organizationId : only?.id;
  if (organizationId !== undefined) grant.addRar({ type: ORGANIZATION, identifier: organizationId });
  session.loginAccount({ accountId: user.sub, transient: true });
  session.ensureClientContainer(client.clientId);
  session.grantIdFor(client.clientId, await grant.save());
  oidc.entity("Account", { accountId: user.sub });
  oidc.entity("Grant", grant);
  return true;
}

/** Returns the session id and the organisation for the tokens of a sign-in. The session id is the grant's id. */
export function signInOf({ oidc }: KoaContextWithOIDC): {
  sid: string | undefined;
  organizationId: string | undefined;
} {
  const grant = oidc.entities.Grant;
  const identifier = grant?.rar?.find(({ type }) => type === ORGANIZATION)?.identifier;
  return { sid: grant?.jti, organizationId: typeof identifier === "string" ? identifier : undefined };
}

export const userOf = ({ directory }: Provider, sub: string | undefined): User | undefined =>
  directory.current().users.find((user) => user.sub === sub);

export const organizationsOf = ({ directory }: Provider, { sub }: User): Organization[] =>
  directory
    .current()
    .organizations.filter(({ active, members }) => active && members.some((member) => member.sub === sub));
