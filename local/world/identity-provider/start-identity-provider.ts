import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { openDirectoryStore } from "./directory-store.ts";
import { BodyTooLargeError, type Exchange, errorReply, type Reply, readExchange, sendReply } from "./exchange.ts";
import { expiringEntries } from "./expiring-entries.ts";
import { type Provider, scopeList } from "./provider.ts";
import { openRefreshTokens } from "./refresh-tokens.ts";
import { providerApp } from "./routes.ts";
import { openSigningKeys } from "./signing-keys.ts";

export type IdentityProviderOptions = {
  /** 0 picks a free one. */
  port: number;
  /** Holds `identity-provider/`: signing keys, directory and refresh tokens, each readable by its owner only. */
  dataDir: string;
  requiredScope?: string;
  /** The access tokens' `aud`, `herald` by default. */
  audience?: string | undefined;
  /** Addresses of the panel, asked at every request: its port may be known later than this provider's. */
  panelOrigins?: () => string[];
  clock?: () => number;
};

export type IdentityProvider = { url: string; close(): Promise<void> };

/** RFC 6749, 4.1.2 advises 10 minutes at most; a browser needs a second. */
const CODE_LIFETIME_MS = 60_000;
const SIGN_IN_PAGE_LIFETIME_MS = 10 * 60_000;
const MAX_ENTRIES = 1000;
const REQUEST_TIMEOUT_MS = 10_000;
const CLOSE_GRACE_MS = 500;

/** The local OpenID provider (D37, M-identity). Its issuer is its own address on 127.0.0.1. Development only. */
export async function startIdentityProvider(options: IdentityProviderOptions): Promise<IdentityProvider> {
  const clock = options.clock ?? Date.now;
  const folder = join(options.dataDir, "identity-provider");
  const keys = await openSigningKeys(join(folder, "signing-keys.json"), clock);
  const directory = openDirectoryStore(join(folder, "directory.json"));
  const refreshTokens = openRefreshTokens(join(folder, "refresh-tokens.json"), clock);
  const server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: REQUEST_TIMEOUT_MS });
  const url = await listening(server, options.port);
  const provider: Provider = {
    issuer: url,
    audience: options.audience ?? "herald",
    apiScopes: scopeList(options.requiredScope ?? "notifications"),
    clock,
    panelOrigins: options.panelOrigins ?? (() => []),
    directory,
    keys,
    codes: expiringEntries({ lifetimeMs: CODE_LIFETIME_MS, limit: MAX_ENTRIES, clock }),
    transactions: expiringEntries({ lifetimeMs: SIGN_IN_PAGE_LIFETIME_MS, limit: MAX_ENTRIES, clock }),
    refreshTokens,
    outage: { isDown: false },
  };
  const app = providerApp(provider);
  server.on("request", (request, response) => {
    respond(app, request, response).catch(() => response.destroy());
  });
  return { url, close: () => closed(server) };
}

async function listening(server: Server, port: number): Promise<string> {
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return `http://127.0.0.1:${address.port}`;
}

async function respond(
  app: (exchange: Exchange) => Promise<Reply>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const reply = await readExchange(request).then(app).catch(failure);
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.setHeader("connection", "close");
  if (!response.destroyed) sendReply(response, reply);
}

const failure = (error: unknown): Reply =>
  error instanceof BodyTooLargeError
    ? errorReply(413, "invalid_request", error.message)
    : errorReply(500, "server_error", error instanceof Error ? error.message : String(error));

/** Requests under way get half a second, then their connections are cut: `npm start` must stop within 5 s. */
async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const end = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await end;
  clearTimeout(cut);
}
