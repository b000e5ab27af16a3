import { randomUUID } from "node:crypto";
import { type ReturnAddress, readAuthorizationRequest } from "./authorization-request.ts";
import type { Organization, User } from "./directory-shape.ts";
import { type Exchange, formOf, type Reply, redirect, singleParameters } from "./exchange.ts";
import { messagePage, organizationPage, userPage } from "./login-page.ts";
import type { Provider, SignInRequest } from "./provider.ts";
import { nowSeconds } from "./tokens.ts";

/** OpenID Connect Core, 3.1.2, by GET or POST. A known `login_hint` signs in without a page, unless `prompt` asks for one. */
export function authorizeEndpoint(provider: Provider, exchange: Exchange): Reply {
  const search = exchange.method === "POST" ? formOf(exchange) : exchange.query;
  const read = readAuthorizationRequest(provider, search ?? new URLSearchParams());
  if (read.kind === "refused") return messagePage(400, "This sign-in cannot start", read.message);
  if (read.kind === "failed")
    return answer(provider, read.to, { error: read.error, error_description: read.description });
  const { request } = read;
  const hinted = userOf(provider, request.loginHint);
  const mustAsk = request.prompts.includes("login") || request.prompts.includes("select_account");
  if (hinted && !mustAsk) return chosenUser(provider, { request, user: hinted });
  return request.prompts.includes("none")
    ? answer(provider, request, { error: "login_required", error_description: "nobody is signed in" })
    : askForUser(provider, request);
}

/** What the sign-in page posts. Without a transaction of this process nothing happens: no other page can forge one. */
export function loginEndpoint(provider: Provider, exchange: Exchange): Reply {
  const { parameters } = singleParameters(formOf(exchange) ?? new URLSearchParams());
  const transaction = parameters.get("transaction") ?? "";
  const open = provider.transactions.get(transaction);
  if (!open) return messagePage(400, "This page is too old", "Go back to the application and sign in again.");
  const { request } = open;
  if (parameters.has("cancel")) {
    provider.transactions.remove(transaction);
    return answer(provider, request, { error: "access_denied", error_description: "the user canceled" });
  }
  const user = userOf(provider, parameters.get("sub") ?? open.sub);
  if (!user) return messagePage(400, "Unknown user", "This user is not in the directory.");
  if (parameters.has("sub")) return chosenUser(provider, { request, user, transaction });
  const organization = organizationsOf(provider, user).find(({ id }) => id === parameters.get("organization"));
  if (!organization && !parameters.has("personal"))
    return messagePage(400, "Unknown organisation", "This user is not one of its members.");
  return signedIn(provider, { request, user, organization, transaction });
}

type Chosen = { request: SignInRequest; user: User; transaction?: string };

/** The only organisation is selected by itself; of several the user picks one, or none. */
function chosenUser(provider: Provider, chosen: Chosen): Reply {
  const { request, user } = chosen;
  const [organization, ...others] = organizationsOf(provider, user);
  if (!organization || others.length === 0) return signedIn(provider, { ...chosen, organization });
  if (request.prompts.includes("none"))
    return answer(provider, request, {
      error: "interaction_required",
      error_description: "an organization must be picked",
    });
  if (chosen.transaction !== undefined) provider.transactions.remove(chosen.transaction);
  const transaction = provider.transactions.add({ request, sub: user.sub });
  return organizationPage({ transaction, redirectUri: request.redirectUri }, user, [organization, ...others]);
}

function askForUser(provider: Provider, request: SignInRequest): Reply {
  const choice = { transaction: provider.transactions.add({ request }), redirectUri: request.redirectUri };
  const { users } = provider.directory.current();
  return userPage(choice, { users, hint: request.loginHint, problem: provider.directory.problem() });
}

function signedIn(
  provider: Provider,
  { request, user, transaction, organization }: Chosen & { organization: Organization | undefined },
): Reply {
  if (transaction !== undefined) provider.transactions.remove(transaction);
  const { clientId, scopes, redirectUri, codeChallenge, nonce } = request;
  const code = provider.codes.add({
    signIn: {
      sub: user.sub,
      clientId,
      scopes,
      organizationId: organization?.id,
      sid: randomUUID(),
      authTimeSeconds: nowSeconds(provider),
    },
    redirectUri,
    codeChallenge,
    nonce,
    isUsed: false,
  });
  return answer(provider, request, { code });
}

/** RFC 6749, 4.1.2, with the issuer of RFC 9207. */
function answer({ issuer }: Provider, { redirectUri, state }: ReturnAddress, content: Record<string, string>): Reply {
  const parameters = new URLSearchParams({ ...content, ...(state !== undefined && { state }), iss: issuer });
  const { href } = new URL(redirectUri);
  return redirect(`${href}${href.includes("?") ? "&" : "?"}${parameters}`);
}

const userOf = ({ directory }: Provider, sub: string | undefined): User | undefined =>
  directory.current().users.find((user) => user.sub === sub);

const organizationsOf = ({ directory }: Provider, { sub }: User): Organization[] =>
  directory
    .current()
    .organizations.filter(({ active, members }) => active && members.some((member) => member.sub === sub));
