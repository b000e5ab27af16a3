import { dynamo } from "../aws/wiring.ts";
import { inOwnTime } from "../edge/test-clock-wiring.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/wiring.ts";
import { returnedMailReading } from "../returned-mail/wiring.ts";
import { suppressServices } from "../suppressions/wiring.ts";
import { DynamoSendingAccountStore } from "./dynamo/sending-account-store.ts";
import type { EarlyEventQueue } from "./ports.ts";

/** The client of the queue is loaded at the first early event, because most events find their mail. */
async function loadEarlyEvents(): Promise<EarlyEventQueue> {
  const [{ sqsClient }, { SqsEarlyEventQueue }] = await Promise.all([
    import("../aws/sqs/sqs-client.ts"),
    import("./sqs/early-event-queue.ts"),
  ]);
  return new SqsEarlyEventQueue(sqsClient(), config("RETURNED_MAIL_QUEUE_URL"));
}

/** Services that apply one report to its mail. */
export const reportServices = /* @__PURE__ */ once(() => ({ ...suppressServices(), notifications: notifications() }));

/** Services that find what is reported of mails after they have left, and apply it. Their functions load nothing that sends. */
export const feedbackServices = /* @__PURE__ */ once(() => ({
  ...reportServices(),
  sendingAccounts: new DynamoSendingAccountStore(dynamo(), config("CONFIG_TABLE")),
  earlyEvents: lazyPort(loadEarlyEvents, ["enqueue"]),
  inOwnTime,
}));

/** Services that take mails which came back. */
export const returnedMailServices = /* @__PURE__ */ once(() => ({ ...feedbackServices(), ...returnedMailReading() }));
