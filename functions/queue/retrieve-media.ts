import { retrievalMessage } from "../../shared/conversations/contract/media-messages.ts";
import { retrieveMedia } from "../../shared/conversations/retrieve-media.ts";
import { retrieveMediaServices } from "../../shared/conversations/wiring.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";

/**
 * Takes a batch of retrieval messages and makes one attempt for each concurrently. A failed attempt is sent as a new
 * message, three times. Only a message that cannot be read, or whose table call failed, is redelivered. If the attempt
 * had already begun, the redelivery does nothing, and the next request for the media starts another attempt.
 */
export const handler = queueFunction(
  jsonMessage(retrievalMessage),
  async ({ retrieval }: ReturnType<typeof retrieveMediaServices>, message) => {
    if (retrieval !== undefined) await retrieveMedia(retrieval, message);
  },
  retrieveMediaServices,
);
