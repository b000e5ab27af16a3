import { routes } from "../shared/routes.ts";
import { functions } from "./functions.ts";

/** A route of the gateway sends all methods of a path, or of everything below it, to one function. */
export interface GatewayRoute {
  /** A path that ends with `/{proxy+}` stands for everything below it. */
  readonly path: `/${string}`;
  readonly functionName: string;
}

/** The gateway writes this at the end of a path that stands for everything below it. */
export const BELOW = "/{proxy+}";

/** All paths of one collection of resources begin with the same text. */
const COLLECTION = /^\/(?:api\/v1\/[^/]+|panel\/api\/[^/]+|admin\/api|[^/]+)/;

const FALLBACK = functions.find(({ trigger }) => trigger.kind === "fallback")?.name ?? "";

/**
 * Returns the name of the function for a group of routes. The fallback gets the paths of web functions, for which the
 * gateway has no function.
 */
function functionOf(group: string): string {
  const found = functions.find(({ trigger }) => trigger.kind === "routes" && trigger.group === group);
  return found?.name ?? FALLBACK;
}

/**
 * Lists the routes of the gateway beside `$default`. One function gets everything below a collection, and the paths
 * below it that belong to another function have routes of their own. The gateway prefers a full match to `{proxy+}`
 * (API Gateway Developer Guide, "Create routes for HTTP APIs"). Greedy routes never overlap.
 */
export const gatewayRoutes: readonly GatewayRoute[] = Object.entries(
  Object.groupBy(ownedPaths(), ({ path }) => COLLECTION.exec(path)?.[0] ?? path),
).flatMap(([collection, owned = []]) => routesIn(collection, owned));

function ownedPaths(): readonly GatewayRoute[] {
  const byPath = new Map(routes.map(({ path, group }) => [path, functionOf(group)]));
  return [...byPath].map(([path, functionName]) => ({ path, functionName }));
}

function routesIn(collection: string, owned: readonly GatewayRoute[]): readonly GatewayRoute[] {
  const main = mainOf(owned.filter(({ path }) => path !== collection));
  // Without a greedy route, the fallback gets its paths through `$default`.
  if (main === undefined) return owned.filter(({ functionName }) => functionName !== FALLBACK);
  const exact = owned.filter(({ path, functionName }) => path === collection || functionName !== main);
  return [...exact, { path: `/${collection.slice(1)}${BELOW}`, functionName: main }];
}

/** Returns the function with the most paths here, if it has several. */
function mainOf(below: readonly GatewayRoute[]): string | undefined {
  const counted = Object.entries(Object.groupBy(below, ({ functionName }) => functionName))
    .map(([name, own = []]) => ({ name, count: own.length }))
    .filter(({ name, count }) => name !== FALLBACK && count > 1);
  return counted.toSorted((a, b) => b.count - a.count)[0]?.name;
}
