import { preflight } from "./cors.ts";
import { devOutage, devRotate, devToken, isForeignCaller, replaceDirectory, showDirectory } from "./dev-endpoints.ts";
import { discovery, jwks } from "./discovery.ts";
import { endSessionEndpoint } from "./end-session-endpoint.ts";
import { type Endpoint, errorReply, type Reply, type RequestHead } from "./http-messages.ts";
import { listUsers } from "./list-users.ts";
import { loginIcon, loginStyle } from "./login-assets.ts";
import { ICON_PATH, LOGIN_PATH, STYLE_PATH } from "./login-page.ts";
import type { Provider } from "./provider.ts";
import { userInfoEndpoint } from "./userinfo-endpoint.ts";

export const AUTHORIZE_PATH = "/connect/authorize";
export const TOKEN_PATH = "/connect/token";

/** Marks routes of the OpenID library, which reads the request and writes the answer itself. */
export const BY_LIBRARY = Symbol("by the library");

type Answer = Reply | Endpoint | typeof BY_LIBRARY;

type Routes = Record<string, Record<string, Exclude<Answer, Reply>>>;

const OUTAGE_PATH = "/dev/outage";

/** All paths and methods of M-identity, M-token, M-rotate and M-outage. */
function routesOf(provider: Provider): Routes {
  const userInfo: Endpoint = (request) => userInfoEndpoint(provider, request);
  const endSession: Endpoint = (request) => endSessionEndpoint(provider, request);
  return {
    "/.well-known/openid-configuration": { GET: () => discovery(provider) },
    "/connect/jwks": { GET: () => jwks(provider) },
    [AUTHORIZE_PATH]: { GET: BY_LIBRARY, POST: BY_LIBRARY },
    [LOGIN_PATH]: { POST: BY_LIBRARY },
    [STYLE_PATH]: { GET: loginStyle },
    [ICON_PATH]: { GET: loginIcon },
    [TOKEN_PATH]: { POST: BY_LIBRARY },
    "/connect/userinfo": { GET: userInfo, POST: userInfo },
    "/connect/endsession": { GET: endSession, POST: endSession },
    "/": { POST: (request) => listUsers(provider, request) },
    "/dev/token": { POST: (request) => devToken(provider, request) },
    "/dev/rotate": { POST: () => devRotate(provider) },
    [OUTAGE_PATH]: { POST: (request) => devOutage(provider, request) },
    "/dev/directory": {
      GET: () => showDirectory(provider),
      PUT: (request) => replaceDirectory(provider, request),
    },
  };
}

/** Returns the reply for a request's head, or the endpoint that will make the reply from the whole request, or `BY_LIBRARY`. */
export function providerRoutes(provider: Provider): (head: RequestHead) => Answer {
  const routes = new Map(Object.entries(routesOf(provider)));
  return (head) =>
    provider.outage.isDown && head.path !== OUTAGE_PATH
      ? errorReply(503, "temporarily_unavailable", "an outage is simulated: POST /dev/outage ends it")
      : answerTo(provider, head, routes.get(head.path));
}

function answerTo(provider: Provider, head: RequestHead, methods: Routes[string] | undefined): Answer {
  const { path, method } = head;
  if (!methods) return errorReply(404, "not_found", "there is nothing at this address");
  const known = Object.keys(methods);
  const asked = preflight(head, known);
  if (asked) return asked;
  const answer = methods[method === "HEAD" ? "GET" : method];
  if (!answer) return errorReply(405, "method_not_allowed", `use ${known.join(" or ")}`, { allow: known.join(", ") });
  if (path.startsWith("/dev/") && isForeignCaller(provider, head))
    return errorReply(403, "forbidden", "development endpoints answer to this machine only");
  return answer;
}
