import { sqsClient } from "../aws/sqs/sqs-client.ts";
import { dynamo } from "../aws/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/wiring.ts";
import { returnedMailReading } from "../returned-mail/wiring.ts";
import { suppressServices } from "../suppressions/wiring.ts";
import { DynamoSendingAccountStore } from "./dynamo/sending-account-store.ts";
import { SqsEarlyEventQueue } from "./sqs/early-event-queue.ts";

/** Services that apply what is reported of mails after they have left. Their functions load nothing that sends. */
export const feedbackServices = /* @__PURE__ */ once(() => ({
  ...suppressServices(),
  notifications: notifications(),
  sendingAccounts: new DynamoSendingAccountStore(dynamo(), config("CONFIG_TABLE")),
  earlyEvents: new SqsEarlyEventQueue(sqsClient(), config("RETURNED_MAIL_QUEUE_URL")),
}));

/** Services that take mails which came back. */
export const returnedMailServices = /* @__PURE__ */ once(() => ({ ...feedbackServices(), ...returnedMailReading() }));
