import { buildInInitPhase } from "../kernel/once.ts";
import { routes } from "../routes.ts";
import type { HttpHandler } from "./request-context.ts";
import { router } from "./router.ts";
import { type UnroutedServices, unroutedRequests } from "./unrouted-requests.ts";

export const { methodsOf } = router(routes);

/** Makes the function of the gateway's `$default` route. It answers requests for paths that no other function takes. */
export function fallbackFunction(services: () => UnroutedServices): HttpHandler {
  buildInInitPhase(services);
  return unroutedRequests(services, methodsOf);
}
