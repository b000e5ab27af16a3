import { retrievalMessage } from "../../shared/conversations/contract/media-messages.ts";
import { retrieveMedia } from "../../shared/conversations/retrieve-media.ts";
import { retrieveMediaServices } from "../../shared/conversations/wiring.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";

/**
 * Takes a batch of retrieval messages and makes one attempt for each, side by side.
 * A failed attempt comes back as a new message, three times. Redelivery brings back only a message that cannot be read, or one over
 * which the table store failed. Where its attempt has begun, it does nothing: the next request for the media starts another one.
 */
export const handler = queueFunction(
  jsonMessage(retrievalMessage),
  async ({ retrieval }: ReturnType<typeof retrieveMediaServices>, message) => {
    if (retrieval !== undefined) await retrieveMedia(retrieval, message);
  },
  retrieveMediaServices,
);
