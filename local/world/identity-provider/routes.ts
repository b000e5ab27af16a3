import { authorizeEndpoint, loginEndpoint } from "./authorize-endpoint.ts";
import { preflight, withCors } from "./cors.ts";
import { devOutage, devRotate, devToken, isForeignCaller, replaceDirectory, showDirectory } from "./dev-endpoints.ts";
import { discovery, jwks } from "./discovery.ts";
import { endSessionEndpoint } from "./end-session-endpoint.ts";
import { type Endpoint, type Exchange, errorReply, type Reply } from "./exchange.ts";
import { loginIcon, loginStyle } from "./login-assets.ts";
import { ICON_PATH, LOGIN_PATH, STYLE_PATH } from "./login-page.ts";
import type { Provider } from "./provider.ts";
import { tokenEndpoint } from "./token-endpoint.ts";
import { userInfoEndpoint } from "./userinfo-endpoint.ts";

type Routes = Record<string, Record<string, Endpoint>>;

const OUTAGE_PATH = "/dev/outage";

/** Every path and method of M-identity, M-token, M-rotate and M-outage. */
function routesOf(provider: Provider): Routes {
  const authorize: Endpoint = (exchange) => authorizeEndpoint(provider, exchange);
  const userInfo: Endpoint = (exchange) => userInfoEndpoint(provider, exchange);
  const endSession: Endpoint = (exchange) => endSessionEndpoint(provider, exchange);
  return {
    "/.well-known/openid-configuration": { GET: () => discovery(provider) },
    "/connect/jwks": { GET: () => jwks(provider) },
    "/connect/authorize": { GET: authorize, POST: authorize },
    [LOGIN_PATH]: { POST: (exchange) => loginEndpoint(provider, exchange) },
    [STYLE_PATH]: { GET: loginStyle },
    [ICON_PATH]: { GET: loginIcon },
    "/connect/token": { POST: (exchange) => tokenEndpoint(provider, exchange) },
    "/connect/userinfo": { GET: userInfo, POST: userInfo },
    "/connect/endsession": { GET: endSession, POST: endSession },
    "/dev/token": { POST: (exchange) => devToken(provider, exchange) },
    "/dev/rotate": { POST: () => devRotate(provider) },
    [OUTAGE_PATH]: { POST: (exchange) => devOutage(provider, exchange) },
    "/dev/directory": {
      GET: () => showDirectory(provider),
      PUT: (exchange) => replaceDirectory(provider, exchange),
    },
  };
}

/** One function for the whole provider: a request in, its reply out. */
export function providerApp(provider: Provider): (exchange: Exchange) => Promise<Reply> {
  const routes = new Map(Object.entries(routesOf(provider)));
  return async (exchange) => {
    if (provider.outage.isDown && exchange.path !== OUTAGE_PATH)
      return errorReply(503, "temporarily_unavailable", "an outage is simulated: POST /dev/outage ends it");
    const reply = await dispatched(provider, exchange, routes.get(exchange.path));
    return withCors(reply, exchange, provider.panelOrigins());
  };
}

async function dispatched(provider: Provider, exchange: Exchange, methods: Record<string, Endpoint> | undefined) {
  const { path, method } = exchange;
  if (!methods) return errorReply(404, "not_found", "there is nothing at this address");
  const known = Object.keys(methods);
  const asked = preflight(exchange, known);
  if (asked) return asked;
  const endpoint = methods[method === "HEAD" ? "GET" : method];
  if (!endpoint) return errorReply(405, "method_not_allowed", `use ${known.join(" or ")}`, { allow: known.join(", ") });
  if (path.startsWith("/dev/") && isForeignCaller(provider, exchange))
    return errorReply(403, "forbidden", "development endpoints answer to this machine only");
  return endpoint(exchange);
}
