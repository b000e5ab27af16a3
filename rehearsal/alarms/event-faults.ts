import * as z from "zod";
import { type CustomerTarget, customerSends, customerWrites, listedConversation } from "../customer.ts";
import type { AlarmDriver } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queues. */
const EVENTS = { hiddenMinutes: 3, receives: 8 };

const replied = z.looseObject({ notification_id: z.string() });

export const customer = (driver: AlarmDriver, phone: string): CustomerTarget => ({ ...driver.customer, phone });

/** Waits until the customer's message is in a conversation. */
export const listed = (driver: AlarmDriver, phone: string): Promise<void> =>
  driver.minutesUntil(`the message of ${phone} is listed`, async () => {
    return (await listedConversation(customer(driver, phone))) !== undefined;
  });

/** Replies to a customer, which makes the provider report. Returns the id of the notification. */
async function reply(driver: AlarmDriver, phone: string): Promise<string> {
  const conversation = await customerWrites(customer(driver, phone));
  const asked = { method: "POST", bearer: driver.key, json: { message_type: "text", text: "We are looking into it." } };
  const { status, body } = await driver.ask(`/api/v1/chat-conversations/${conversation}/reply`, asked);
  if (status !== 202) throw new Error(`a reply was answered ${status}: ${JSON.stringify(body)}`);
  return replied.parse(body).notification_id;
}

/** Describes a worker of events, either of customers' messages or of the provider's reports. */
interface EventWorker {
  readonly does: string;
  readonly events: string;
  readonly name: string;
  readonly queue: string;
  /** Causes an event for the worker. Returns the text for which `works` then waits. */
  readonly use: (driver: AlarmDriver, phone: string) => Promise<string>;
  readonly works: (driver: AlarmDriver, waiting: string) => Promise<void>;
}

const MESSAGES: EventWorker = {
  does: "takes in customers' messages",
  events: "customers' messages",
  name: "ReceiveInboundMessage",
  queue: "InboundMessagesQueue",
  use: async (driver, phone) => {
    await customerSends(customer(driver, phone));
    return phone;
  },
  works: listed,
};

const REPORTS: EventWorker = {
  does: "applies the provider's reports",
  events: "the provider's reports",
  name: "ApplyChatEvent",
  queue: "ChatEventsQueue",
  use: reply,
  works: (driver, id) => driver.minutesUntil(`${id} is sent`, async () => (await driver.status(id)) === "sent"),
};

const noAnswer = ({ does, name, use, works }: EventWorker, phone: string): Fault => ({
  what: `the tables do not answer what ${does}`,
  rings: [`${name}Errors`],
  signs: [{ fn: `${name}Function`, says: ["queue.record_failed", "messageId"] }],
  cause(driver) {
    driver.down("tables", `${name}Function`);
    return use(driver, phone);
  },
  recover: works,
});

const noReader = ({ events, queue, use, works }: EventWorker, phone: string): Fault => ({
  what: `nobody reads the queue of ${events}`,
  rings: [`${queue}Age`],
  signs: [],
  async cause(driver) {
    await driver.stopReading(queue);
    const waiting = await use(driver, phone);
    await driver.until("the event is queued", () => driver.count(queue) > 0);
    await driver.pass(12);
    return waiting;
  },
  recover: works,
});

const deadly = ({ does, name, queue, use, works }: EventWorker, phone: string): Fault => ({
  what: `what ${does} dies of one`,
  rings: [`${name}Errors`, `${queue}Depth`],
  signs: [{ fn: `${name}Function`, says: ["platform.report", "Runtime.ExitError"] }],
  async cause(driver) {
    driver.crash(`${name}Function`);
    const waiting = await use(driver, phone);
    await driver.receivedInVain(queue, EVENTS);
    return waiting;
  },
  async recover(driver, waiting) {
    const moved = await driver.moveBack(`${queue}DeadLetters`, queue);
    if (moved === 0) throw new Error("no dead letter was moved back");
    await works(driver, waiting);
  },
});

/** Each fault has a customer of its own. */
export const eventFaults: readonly Fault[] = [
  noAnswer(MESSAGES, "+15551230022"),
  noReader(MESSAGES, "+15551230023"),
  deadly(MESSAGES, "+15551230024"),
  noAnswer(REPORTS, "+15551230030"),
  noReader(REPORTS, "+15551230031"),
  deadly(REPORTS, "+15551230032"),
];
