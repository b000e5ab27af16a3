import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import * as contract from "../../shared/events/contract/feed.ts";
import { eventFeedServices } from "../../shared/events/feed-wiring.ts";
import { listEvents } from "../../shared/events/list-events.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";

export const handler = httpFunction(apiKeyEdgeServices, [
  operation(
    contract.listEvents,
    async (deps, { owner, query }) => contract.toEventPageView(await listEvents(deps, owner, query)),
    eventFeedServices,
  ),
]);
