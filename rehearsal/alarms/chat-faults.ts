import * as z from "zod";
import { type CustomerTarget, customerSends, customerWrites, listedConversation } from "../customer.ts";
import type { Fault } from "./fault.ts";
import type { Hands } from "./hands.ts";

const WEBHOOK = "/webhooks/cloud/topic/chat";
const APPLY = "ApplyChatEventFunction";
const RETRIEVE = "RetrieveMediaFunction";
/** The visibility timeouts follow AWS's rule of six function timeouts. The receives are the limits of the queues. */
const EVENTS = { hiddenMinutes: 3, receives: 8 };
const MEDIA = { hiddenMinutes: 6, receives: 5 };

const messages = z.looseObject({
  messages: z.array(z.looseObject({ id: z.string(), direction: z.string(), message_type: z.string() })),
});
const notification = z.looseObject({ Message: z.string() });

const customer = (hands: Hands, phone: string): CustomerTarget => ({ ...hands.customer, phone });

/** Waits until the customer's message is in a conversation. */
const listed = (hands: Hands, phone: string): Promise<void> =>
  hands.minutesUntil(`the message of ${phone} is listed`, async () => {
    return (await listedConversation(customer(hands, phone))) !== undefined;
  });

/** Requests a customer's picture, which starts copying it. Returns the path of its link. */
async function askForPicture(hands: Hands, phone: string): Promise<string> {
  await customerSends(customer(hands, phone));
  await listed(hands, phone);
  const conversation = await listedConversation(customer(hands, phone));
  const base = `/api/v1/chat-conversations/${conversation}/messages`;
  const { messages: all } = messages.parse((await hands.ask(base, { bearer: hands.key })).body);
  const picture = `${base}/${all.find(({ message_type: type }) => type === "image")?.id}/media`;
  const { status } = await hands.ask(picture, { bearer: hands.key });
  if (status !== 503) throw new Error(`the first question for a picture is answered ${status}`);
  return picture;
}

const copied = (hands: Hands, picture: string): Promise<void> =>
  hands.minutesUntil("the picture is copied", async () => {
    const { status } = await hands.ask(picture, { bearer: hands.key });
    return status === 200;
  });

/** Faults between a customer and the conversation. */
export const chatFaults: readonly Fault[] = [
  {
    what: "the queues do not answer the webhook",
    rings: ["ChatEventsErrors", "ChatEventsNewCodeErrors", "HttpServerErrors"],
    signs: [{ fn: "ChatEventsFunction", says: ['"level":"ERROR"', "InternalServerError"] }],
    async cause(hands) {
      // A delivery within the same hour keeps the alarm on unheard events silent.
      await customerWrites(customer(hands, "+15551230020"));
      hands.down("queues", "ChatEventsFunction");
      await customerSends(customer(hands, "+15551230021"));
      return "+15551230021";
    },
    recover: listed,
  },
  {
    what: "the tables do not answer what applies events",
    rings: ["ApplyChatEventErrors"],
    signs: [{ fn: APPLY, says: ["queue.record_failed", "messageId"] }],
    async cause(hands) {
      hands.down("tables", APPLY);
      await customerSends(customer(hands, "+15551230022"));
      return "+15551230022";
    },
    recover: listed,
  },
  {
    what: "nobody reads the queue of events",
    rings: ["ChatEventsQueueAge"],
    signs: [],
    async cause(hands) {
      await hands.stopReading("ChatEventsQueue");
      await customerSends(customer(hands, "+15551230023"));
      await hands.until("the event is queued", () => hands.count("ChatEventsQueue") > 0);
      await hands.pass(12);
      return "+15551230023";
    },
    recover: listed,
  },
  {
    what: "what applies events dies of one",
    rings: ["ApplyChatEventErrors", "ChatEventsQueueDepth"],
    signs: [{ fn: APPLY, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(hands) {
      hands.crash(APPLY);
      await customerSends(customer(hands, "+15551230024"));
      await hands.receivedInVain("ChatEventsQueue", EVENTS);
      return "+15551230024";
    },
    async recover(hands, phone) {
      const moved = await hands.moveBack("ChatEventsQueueDeadLetters", "ChatEventsQueue");
      if (moved !== 1) throw new Error(`${moved} dead letters were moved back instead of one`);
      await listed(hands, phone);
    },
  },
  {
    what: "a firewall refuses the topic's deliveries",
    rings: ["ChatTopicUndeliveredEvents", "ChatTopicUnheardEvents"],
    signs: [],
    async cause(hands) {
      // After an hour the last delivery no longer counts.
      await hands.pass(61);
      hands.refuse(WEBHOOK);
      await customerSends(customer(hands, "+15551230025"));
      await hands.until("the event is kept", () => hands.count("ChatTopicUndelivered") > 0);
      return "+15551230025";
    },
    async recover(hands, phone) {
      for (const body of await hands.takeAll("ChatTopicUndelivered"))
        await hands.publish(notification.parse(JSON.parse(body)).Message);
      await listed(hands, phone);
    },
  },
  {
    what: "the tables do not answer what copies pictures",
    rings: ["RetrieveMediaErrors"],
    signs: [{ fn: RETRIEVE, says: ["queue.record_failed"] }],
    async cause(hands) {
      hands.down("tables", RETRIEVE);
      return askForPicture(hands, "+15551230026");
    },
    recover: copied,
  },
  {
    what: "nobody reads the queue of pictures",
    rings: ["MediaQueueAge"],
    signs: [],
    async cause(hands) {
      await hands.stopReading("MediaQueue");
      const picture = await askForPicture(hands, "+15551230027");
      await hands.pass(15);
      return picture;
    },
    recover: copied,
  },
  {
    what: "what copies pictures dies of one",
    rings: ["RetrieveMediaErrors", "MediaQueueDepth"],
    signs: [{ fn: RETRIEVE, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(hands) {
      hands.crash(RETRIEVE);
      const picture = await askForPicture(hands, "+15551230028");
      await hands.receivedInVain("MediaQueue", MEDIA);
      return picture;
    },
    async recover(hands, picture) {
      await copied(hands, picture);
      await hands.takeAll("MediaQueueDeadLetters");
    },
  },
];
