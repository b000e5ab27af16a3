import type { MiddlewareObj } from "@middy/core";
import { Refusal } from "../../kernel/refusal.ts";
import type { Frame } from "../frame.ts";
import type { ReceivedRequest } from "../request-context.ts";
import { isFromEdge } from "../request-headers.ts";

/** Refuses requests that come past the edge, where there is one. */
export function edgeCheck(
  frame: () => Pick<Frame, "originSecrets">,
  message = "forbidden",
): MiddlewareObj<ReceivedRequest> {
  return {
    before: ({ event: { event } }) => {
      const { originSecrets } = frame();
      if (originSecrets.length > 0 && !isFromEdge(event, originSecrets)) throw new Refusal("past_edge", message);
    },
  };
}
