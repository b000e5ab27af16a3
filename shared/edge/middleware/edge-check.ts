import type { MiddlewareObj } from "@middy/core";
import { Refusal } from "../../kernel/refusal.ts";
import type { EdgeServices } from "../edge-services.ts";
import type { ReceivedRequest } from "../request-context.ts";
import { isFromEdge } from "../request-headers.ts";

/** Refuses requests that bypass the edge, in deployments that have one. */
export function edgeCheck(
  services: () => Pick<EdgeServices, "originSecrets">,
  message = "forbidden",
): MiddlewareObj<ReceivedRequest> {
  return {
    before: ({ event: { event } }) => {
      const { originSecrets } = services();
      if (originSecrets.length > 0 && !isFromEdge(event, originSecrets)) throw new Refusal("past_edge", message);
    },
  };
}
