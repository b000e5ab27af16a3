import type { InboundMessages } from "../../shared/chat/ports/inbound-messages.ts";
import { type ReceiveMessageDeps, receiveMessage } from "../../shared/conversations/receive-message.ts";

/** The wiring of the provider events' worker: customers' messages go to the conversations. */
export function withInboundMessages<Deps extends ReceiveMessageDeps>(
  deps: Deps,
): Deps & { readonly inboundMessages: InboundMessages } {
  return Object.assign(deps, {
    inboundMessages: { receive: (...given: Parameters<InboundMessages["receive"]>) => receiveMessage(deps, ...given) },
  });
}
