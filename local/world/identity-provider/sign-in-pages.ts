import type { KoaContextWithOIDC, Provider as OpenIdProvider } from "oidc-provider";
import * as z from "zod";
import { refusalOf } from "./authorization-request.ts";
import { failureReply, type Reply, readRequest, searchOf, singleParameters } from "./http-messages.ts";
import { LOGIN_PATH, messagePage, organizationPage, userPage } from "./login-page.ts";
import { type Provider, scopeList } from "./provider.ts";
import { AUTHORIZE_PATH } from "./routes.ts";
import { type Choice, type Choices, organizationsOf, userOf } from "./sign-in.ts";

type Next = () => Promise<unknown>;
type Interactions = Pick<OpenIdProvider, "Interaction">;
type Open = { library: Interactions; choices: Choices };

const interactionShape = z.object({
  params: z.record(z.string(), z.string()),
  prompt: z.object({ details: z.object({ sub: z.string().optional() }) }),
});

/**
 * Wraps the library's authorisation endpoint. Where the endpoint would redirect to a sign-in page, this shows the page
 * instead, and repeats the request with the answers that the page posts. No cookie is read or set, so nobody stays
 * signed in beyond one request.
 */
export function signInPages(provider: Provider, library: Interactions, choices: Choices) {
  return async (ctx: KoaContextWithOIDC, next: Next): Promise<void> => {
    if (![AUTHORIZE_PATH, LOGIN_PATH].includes(ctx.path)) {
      await next();
      return;
    }
    const reply = await prepared(provider, ctx, { library, choices }).catch(failureReply);
    if (reply) return show(ctx, reply);
    await next();
    ctx.remove("set-cookie");
    const page = askedPage(provider, ctx);
    if (page) show(ctx, page);
  };
}

/** Turns every request into a GET of the authorisation endpoint, or answers it. */
async function prepared(provider: Provider, ctx: KoaContextWithOIDC, open: Open): Promise<Reply | undefined> {
  delete ctx.req.headers.cookie;
  const search = searchOf(await readRequest(ctx.req));
  if (ctx.path === LOGIN_PATH) return posted(provider, ctx, { ...open, search });
  const refusal = refusalOf(provider, search);
  if (!refusal) putAgain(ctx, search);
  return refusal;
}

/**
 * `offline_access` requires `prompt=consent` (OpenID Connect Core, 11), which clients need not send here, so it is
 * added.
 */
function putAgain(ctx: KoaContextWithOIDC, search: URLSearchParams): void {
  const prompts = scopeList(search.get("prompt") ?? undefined);
  const isAsked = scopeList(search.get("scope") ?? undefined).includes("offline_access");
  if (isAsked && !prompts.includes("none")) search.set("prompt", [...new Set([...prompts, "consent"])].join(" "));
  ctx.method = "GET";
  ctx.path = AUTHORIZE_PATH;
  ctx.querystring = search.toString();
}

/**
 * Handles the form that the sign-in page posts. It requires an open interaction of this process, so no other page can
 * forge it.
 */
async function posted(
  provider: Provider,
  ctx: KoaContextWithOIDC,
  { library, choices, search }: Open & { search: URLSearchParams },
): Promise<Reply | undefined> {
  const { parameters } = singleParameters(search);
  const open = await library.Interaction.find(parameters.get("transaction") ?? "");
  const { data } = interactionShape.safeParse(open);
  if (!open || !data) return messagePage(400, "This page is too old", "Go back to the application and sign in again.");
  const choice = choiceOf(provider, parameters, data.prompt.details.sub);
  if ("status" in choice) return choice;
  await open.destroy();
  choices.set(ctx.req, choice);
  const { prompt: _, ...params } = data.params;
  putAgain(ctx, new URLSearchParams(params));
  return undefined;
}

function choiceOf(
  provider: Provider,
  parameters: ReadonlyMap<string, string>,
  chosen: string | undefined,
): Choice | Reply {
  if (parameters.has("cancel")) return { kind: "canceled" };
  const user = userOf(provider, parameters.get("sub") ?? chosen);
  if (!user) return messagePage(400, "Unknown user", "This user is not in the directory.");
  const { sub } = user;
  if (parameters.has("sub")) return { kind: "user", sub };
  const asked = parameters.get("organization");
  const organization = organizationsOf(provider, user).find(({ id }) => id === asked);
  if (!organization && !parameters.has("personal"))
    return messagePage(400, "Unknown organisation", "This user is not one of its members.");
  return { kind: "organization", sub, organizationId: organization?.id };
}

/** Returns the sign-in page that is shown in place of the library's redirect. */
function askedPage(provider: Provider, { oidc }: KoaContextWithOIDC): Reply | undefined {
  const interaction = oidc.entities.Interaction;
  const { data } = interactionShape.safeParse(interaction);
  if (!interaction || !data) return undefined;
  const choice = { transaction: interaction.uid, redirectUri: data.params.redirect_uri ?? "" };
  const user = userOf(provider, data.prompt.details.sub);
  if (user) return organizationPage(choice, user, organizationsOf(provider, user));
  const { users } = provider.directory.current();
  return userPage(choice, { users, hint: data.params.login_hint, problem: provider.directory.problem() });
}

export function show(ctx: KoaContextWithOIDC, { status, headers, body = "" }: Reply): void {
  // The unread rest of a body would be mistaken for the next request.
  if (!ctx.req.complete) ctx.set("connection", "close");
  ctx.remove("location");
  ctx.body = body;
  ctx.status = status;
  ctx.set({ ...headers });
}
