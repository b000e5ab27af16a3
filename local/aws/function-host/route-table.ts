import { webFunctions } from "../../../lib/functions.ts";
import { routes } from "../../../shared/routes.ts";
import type { HostedFunction } from "./functions.ts";

export interface RouteMatch {
  readonly target: HostedFunction;
  /** `GET /path/{id}`, or `$default`. */
  readonly routeKey: string;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Entry {
  readonly method: string;
  readonly pattern: readonly string[];
  readonly routeKey: string;
  readonly target: HostedFunction;
}

/** Finds the function for a request as an API Gateway HTTP API does; literal segments win over parameters. */
export function routeTable(hosted: readonly HostedFunction[]): (method: string, path: string) => RouteMatch {
  const fallback = hosted.find((one) => one.trigger.kind === "fallback");
  if (fallback === undefined) throw new Error("there is no function for $default");
  // Those have a server of their own.
  const isForFunction = (group: string) => !webFunctions.some((one) => one.group === group);
  const own = routes.filter(({ group }) => isForFunction(group));
  const entries = own.map((route): Entry => {
    const target = hosted.find((one) => one.trigger.kind === "routes" && one.trigger.group === route.group);
    if (target === undefined) throw new Error(`there is no function for the group ${route.group}`);
    return { method: route.method, pattern: route.path.split("/"), routeKey: `${route.method} ${route.path}`, target };
  });
  const literalCount = (entry: Entry) => entry.pattern.filter((part) => !part.startsWith("{")).length;
  entries.sort((a, b) => literalCount(b) - literalCount(a));
  const byPath = new Map<string, HostedFunction>();
  for (const one of hosted) if (one.trigger.kind === "function-url") byPath.set(one.trigger.path, one);
  return (method, path) => {
    // The edge sends these paths past the gateway, whatever the method.
    const target = byPath.get(path);
    if (target) return { target, routeKey: "$default", pathParameters: {} };
    const given = path.split("/");
    for (const entry of entries) {
      const pathParameters = entry.method === method ? parametersIn(entry.pattern, given) : undefined;
      if (pathParameters) return { target: entry.target, routeKey: entry.routeKey, pathParameters };
    }
    return { target: fallback, routeKey: "$default", pathParameters: {} };
  };
}

function parametersIn(pattern: readonly string[], given: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== given.length) return undefined;
  const parameters: Record<string, string> = {};
  for (const [i, part] of pattern.entries()) {
    const value = given[i] ?? "";
    if (part.startsWith("{") && value !== "") parameters[part.slice(1, -1)] = decoded(value);
    else if (part !== value) return undefined;
  }
  return parameters;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
