import type { Route } from "./contract/route.ts";

export type RouteAddress = Pick<Route, "method" | "path">;

export interface Match<Address> {
  readonly route: Address;
  readonly pathParameters: Readonly<Record<string, string>>;
}

export interface Router<Address> {
  match(method: string, path: string): Match<Address> | undefined;
  /** Returns the methods of a path in the order of the routes; empty for an unknown path. */
  methodsOf(path: string): string[];
}

const isParameter = (part: string): boolean => part.startsWith("{");
const literalsIn = (parts: readonly string[]): number => parts.filter((part) => !isParameter(part)).length;

/** Returns the name of a route for API Gateway and for the route's function. */
export const routeKeyOf = ({ method, path }: RouteAddress): string => `${method} ${path}`;

/**
 * Finds routes as an API Gateway HTTP API does: a parameter is one segment that is not empty, literal segments take
 * precedence over parameters, and parameters are decoded.
 */
export function router<Address extends RouteAddress>(routes: readonly Address[]): Router<Address> {
  const all = routes.map((route) => ({ route, parts: route.path.split("/") }));
  const byPrecedence = all.toSorted((a, b) => literalsIn(b.parts) - literalsIn(a.parts));
  return {
    match(method, path) {
      const given = path.split("/");
      const found = byPrecedence.find(({ route, parts }) => route.method === method && isMatch(parts, given));
      return found && { route: found.route, pathParameters: parametersIn(found.parts, given) };
    },
    methodsOf(path) {
      const given = path.split("/");
      return [...new Set(all.filter(({ parts }) => isMatch(parts, given)).map(({ route }) => route.method))];
    },
  };
}

const isMatch = (parts: readonly string[], given: readonly string[]): boolean =>
  parts.length === given.length && parts.every((part, i) => (isParameter(part) ? given[i] !== "" : part === given[i]));

const parametersIn = (parts: readonly string[], given: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    parts.flatMap((part, i) => (isParameter(part) ? [[part.slice(1, -1), decoded(given[i] ?? "")] as const] : [])),
  );

/** Returns text that is not valid percent-encoding unchanged. */
function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
