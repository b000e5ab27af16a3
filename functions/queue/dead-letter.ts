import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { inOwnTime } from "../../shared/edge/test-clock-wiring.ts";
import { readDeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { deadLetterServices } from "../../shared/notifications/queue-wiring.ts";
import { giveUpNotification } from "../../shared/notifications/sweep/give-up-notification.ts";

/**
 * Takes delivery messages that no worker could finish, and marks their notifications as failed with the reason. A
 * message that cannot be read belongs to no notification: its id is logged, and the alarm on dead letters rings anyway.
 */
export const handler = queueFunction(
  readDeliveryMessage,
  async (services: ReturnType<typeof deadLetterServices>, message, { messageId, body }) => {
    if (message) await inOwnTime(message.owner, () => giveUpNotification(services, message, { messageId }));
    else services.log.warn("dead_letter.unreadable", { messageId, bytes: body.length });
  },
  deadLetterServices,
);
