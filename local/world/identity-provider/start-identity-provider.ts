import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { corsHeaders } from "./cors.ts";
import { openDirectoryStore } from "./directory-store.ts";
import { type Endpoint, failureReply, headOf, type Reply, readRequest, sendReply } from "./http-messages.ts";
import { openLibrary } from "./openid-library.ts";
import { type Provider, scopeList } from "./provider.ts";
import { BY_LIBRARY, providerRoutes } from "./routes.ts";
import { openSignInStore } from "./sign-in-store.ts";
import { openSigningKeys } from "./signing-keys.ts";

export type IdentityProviderOptions = {
  /** The port to listen on; 0 picks a free port. */
  port: number;
  /** The port of the endpoints for programs, if these must have an origin of their own. */
  tokenPort?: number | undefined;
  /** The origin of the endpoints for programs in the discovery document, if another address leads to them. */
  tokenOrigin?: string;
  /**
   * The folder that contains `identity-provider/` with signing keys, directory and refresh tokens, readable only by
   * their owner.
   */
  dataDir: string;
  requiredScope?: string;
  /**
   * The issuer in tokens and in the discovery document, if another address leads to the provider; its own by default.
   */
  issuer?: string;
  /** The `aud` of access tokens; `herald` by default. */
  audience?: string | undefined;
  /**
   * Returns the panel's addresses. It is called for every request, because the panel's port may become known after the
   * provider's.
   */
  panelOrigins?: () => string[];
  clock?: () => number;
};

export type IdentityProvider = { url: string; close(): Promise<void> };

const REQUEST_TIMEOUT_MS = 10_000;
const CLOSE_GRACE_MS = 500;
const HEADERS = { "x-content-type-options": "nosniff", "referrer-policy": "no-referrer" };

/** Starts the local OpenID provider (D37, M-identity), for development only. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const clock = options.clock ?? Date.now;
  const folder = join(options.dataDir, "identity-provider");
  const keys = await openSigningKeys(join(folder, "signing-keys.json"), clock);
  const directory = openDirectoryStore(join(folder, "directory.json"));
  const main = await listening(options.port);
  const apart = options.tokenPort === undefined ? main : await listening(options.tokenPort);
  const issuer = options.issuer ?? main.url;
  const provider: Provider = {
    issuer,
    programsAt: options.tokenOrigin ?? (apart === main ? issuer : apart.url),
    audience: options.audience ?? "herald",
    apiScopes: scopeList(options.requiredScope ?? "notifications"),
    clock,
    panelOrigins: options.panelOrigins ?? (() => []),
    directory,
    keys,
    outage: { isDown: false },
  };
  const respond = responder(provider, openLibrary(provider, openSignInStore(folder, clock)));
  const servers = new Set([main.server, apart.server]);
  for (const server of servers)
    server.on("request", (request, response) => {
      respond(request, response).catch(() => response.destroy());
    });
  return { url: main.url, close: async () => void (await Promise.all([...servers].map(closed))) };
}

async function listening(port: number): Promise<{ readonly server: Server; readonly url: string }> {
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return { server, url: `http://127.0.0.1:${address.port}` };
}

type Listener = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

function responder(provider: Provider, library: Listener): Listener {
  const answerTo = providerRoutes(provider);
  return async (request, response) => {
    const head = headOf(request);
    const answer = answerTo(head);
    const cors = provider.outage.isDown ? {} : corsHeaders(head, provider.panelOrigins());
    for (const [name, value] of Object.entries({ ...HEADERS, ...cors })) response.setHeader(name, value);
    return answer === BY_LIBRARY ? library(request, response) : answerWith(answer, request, response);
  };
}

async function answerWith(answer: Reply | Endpoint, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = typeof answer === "function" ? await readRequest(request).then(answer).catch(failureReply) : answer;
  // The unread rest of a body would be mistaken for the next request.
  if (!request.complete) response.setHeader("connection", "close");
  if (!response.destroyed) sendReply(response, reply);
}

/** Running requests get half a second, then their connections are cut, because `npm start` must stop within 5 s. */
async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const end = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await end;
  clearTimeout(cut);
}
