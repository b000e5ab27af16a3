import { BELOW, type GatewayRoute, gatewayRoutes } from "../../../lib/gateway-routes.ts";
import type { GatewayMatch } from "../../../shared/edge/gateway-event.ts";
import { router } from "../../../shared/edge/router.ts";
import type { HostedFunction } from "./functions.ts";

export interface RouteMatch extends GatewayMatch {
  readonly target: HostedFunction;
}

const isGreedy = ({ path }: GatewayRoute): boolean => path.endsWith(BELOW);
const greedy = gatewayRoutes.filter(isGreedy);

/** The gateway's routes accept every method, so the router gets all routes under this one method. */
const ANY = "GET";
const exact = router(gatewayRoutes.filter((one) => !isGreedy(one)).map((one) => ({ ...one, method: ANY })));

/** Finds the function for a request as the CDN and an API Gateway HTTP API would. */
export function routeTable(hosted: readonly HostedFunction[]): (method: string, path: string) => RouteMatch {
  const fallback = hosted.find((one) => one.trigger.kind === "fallback");
  if (fallback === undefined) throw new Error("there is no function for $default");
  const byName = new Map(hosted.map((one) => [one.name, one]));
  for (const { functionName } of gatewayRoutes)
    if (!byName.has(functionName)) throw new Error(`there is no function ${functionName}`);
  const byPath = new Map<string, HostedFunction>();
  for (const one of hosted) if (one.trigger.kind === "function-url") byPath.set(one.trigger.path, one);
  return (_, path) => {
    // The CDN sends these paths to function URLs instead of the gateway, whatever the method.
    const target = byPath.get(path);
    const found = target ? undefined : matchOf(path);
    if (found === undefined) return { target: target ?? fallback, routeKey: "$default", pathParameters: {} };
    const { route, pathParameters } = found;
    return { target: byName.get(route.functionName) ?? fallback, routeKey: `ANY ${route.path}`, pathParameters };
  };
}

interface Found {
  readonly route: GatewayRoute;
  readonly pathParameters: Readonly<Record<string, string>>;
}

/** Finds the route as the gateway does, which prefers an exact route to a greedy one (a route for everything below a path). */
function matchOf(path: string): Found | undefined {
  const route = greedy.find((one) => path.startsWith(startOf(one)));
  const proxy = route && path.slice(startOf(route).length);
  return exact.match(ANY, path) ?? (route && proxy ? { route, pathParameters: { proxy } } : undefined);
}

/** Returns the prefix, with a slash at its end, that all paths of a greedy route share. */
const startOf = ({ path }: GatewayRoute): string => path.slice(0, 1 - BELOW.length);
