import * as z from "zod";
import { customerSends, customerWrites, listedConversation } from "../customer.ts";
import type { AlarmDriver } from "./alarm-driver.ts";
import { customer, eventFaults, listed } from "./event-faults.ts";
import type { Fault } from "./fault.ts";

const WEBHOOK = "/webhooks/cloud/topic/chat";
const RETRIEVE = "RetrieveMediaFunction";
/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queue. */
const MEDIA = { hiddenMinutes: 6, receives: 5 };

const messages = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string(), direction: z.string(), message_type: z.string() })),
});
const notification = z.looseObject({ Message: z.string() });

/** Requests a customer's picture, which starts copying it. Returns the path of its link. */
async function askForPicture(driver: AlarmDriver, phone: string): Promise<string> {
  await customerSends(customer(driver, phone));
  await listed(driver, phone);
  const conversation = await listedConversation(customer(driver, phone));
  const base = `/api/v1/chat-conversations/${conversation}/messages`;
  const { messages: all } = messages.parse((await driver.ask(base, { bearer: driver.key })).body);
  const picture = `${base}/${all.find(({ message_type: type }) => type === "image")?.id}/media`;
  const { status } = await driver.ask(picture, { bearer: driver.key });
  if (status !== 503) throw new Error(`the first question for a picture is answered ${status}`);
  return picture;
}

const copied = (driver: AlarmDriver, picture: string): Promise<void> =>
  driver.minutesUntil("the picture is copied", async () => {
    const { status } = await driver.ask(picture, { bearer: driver.key });
    return status === 200;
  });

/** These faults happen between a customer and the conversation. */
export const chatFaults: readonly Fault[] = [
  {
    what: "the queues do not answer the webhook",
    rings: ["ChatEventsErrors", "ChatEventsNewCodeErrors", "HttpServerErrors"],
    signs: [{ fn: "ChatEventsFunction", says: ['"level":"ERROR"', "InternalServerError"] }],
    async cause(driver) {
      // A delivery within the same hour prevents the alarm on unheard events from ringing.
      await customerWrites(customer(driver, "+15551230020"));
      driver.down("queues", "ChatEventsFunction");
      await customerSends(customer(driver, "+15551230021"));
      return "+15551230021";
    },
    recover: listed,
  },
  ...eventFaults,
  {
    what: "a firewall refuses the topic's deliveries",
    rings: ["ChatTopicUndeliveredEvents", "ChatTopicUnheardEvents"],
    signs: [],
    async cause(driver) {
      // After an hour the last delivery no longer counts.
      await driver.pass(61);
      driver.refuse(WEBHOOK);
      await customerSends(customer(driver, "+15551230025"));
      await driver.until("the event is kept", () => driver.count("ChatTopicUndelivered") > 0);
      return "+15551230025";
    },
    async recover(driver, phone) {
      for (const body of await driver.takeAll("ChatTopicUndelivered"))
        await driver.publish(notification.parse(JSON.parse(body)).Message);
      await listed(driver, phone);
    },
  },
  {
    what: "the tables do not answer what copies pictures",
    rings: ["RetrieveMediaErrors"],
    signs: [{ fn: RETRIEVE, says: ["queue.record_failed"] }],
    async cause(driver) {
      driver.down("tables", RETRIEVE);
      return askForPicture(driver, "+15551230026");
    },
    recover: copied,
  },
  {
    what: "nobody reads the queue of pictures",
    rings: ["MediaQueueAge"],
    signs: [],
    async cause(driver) {
      await driver.stopReading("MediaQueue");
      const picture = await askForPicture(driver, "+15551230027");
      await driver.pass(15);
      return picture;
    },
    recover: copied,
  },
  {
    what: "what copies pictures dies of one",
    rings: ["RetrieveMediaErrors", "MediaQueueDepth"],
    signs: [{ fn: RETRIEVE, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(driver) {
      driver.crash(RETRIEVE);
      const picture = await askForPicture(driver, "+15551230028");
      await driver.receivedInVain("MediaQueue", MEDIA);
      return picture;
    },
    async recover(driver, picture) {
      await copied(driver, picture);
      await driver.takeAll("MediaQueueDeadLetters");
    },
  },
];
