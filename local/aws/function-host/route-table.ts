import { webFunctions } from "../../../lib/functions.ts";
import type { GatewayMatch } from "../../../shared/edge/gateway-event.ts";
import { routeKeyOf, router } from "../../../shared/edge/router.ts";
import { routes } from "../../../shared/routes.ts";
import type { HostedFunction } from "./functions.ts";

export interface RouteMatch extends GatewayMatch {
  readonly target: HostedFunction;
}

/** Finds the function for a request as the CDN and an API Gateway HTTP API would. */
export function routeTable(hosted: readonly HostedFunction[]): (method: string, path: string) => RouteMatch {
  const fallback = hosted.find((one) => one.trigger.kind === "fallback");
  if (fallback === undefined) throw new Error("there is no function for $default");
  // Web functions have servers of their own, so their groups are not called as functions.
  const isForFunction = (group: string) => !webFunctions.some((one) => one.group === group);
  const { match } = router(
    routes
      .filter(({ group }) => isForFunction(group))
      .map(({ method, path, group }) => ({ method, path, target: targetOf(hosted, group) })),
  );
  const byPath = new Map<string, HostedFunction>();
  for (const one of hosted) if (one.trigger.kind === "function-url") byPath.set(one.trigger.path, one);
  return (method, path) => {
    // The edge sends these paths past the gateway for every method.
    const target = byPath.get(path);
    if (target) return { target, routeKey: "$default", pathParameters: {} };
    const found = match(method, path);
    if (found === undefined) return { target: fallback, routeKey: "$default", pathParameters: {} };
    const { route, pathParameters } = found;
    return { target: route.target, routeKey: routeKeyOf(route), pathParameters };
  };
}

function targetOf(hosted: readonly HostedFunction[], group: string): HostedFunction {
  const target = hosted.find(({ trigger }) => trigger.kind === "routes" && trigger.group === group);
  if (target === undefined) throw new Error(`there is no function for the group ${group}`);
  return target;
}
