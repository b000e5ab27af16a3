import * as z from "zod";
import type { AlarmDriver } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

const DELIVER = "DeliverWebhooksFunction";
const DEAD_LETTERS = "WebhooksQueueDeadLetters";
const QUEUE_NAME = "WebhooksQueue";
const PATH = "/api/v1/webhooks";
/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queue. */
const QUEUE = { hiddenMinutes: 5, receives: 5 };

const saved = z.looseObject({ id: z.string() });
const log = z.looseObject({ deliveries: z.array(z.unknown()) });

const owner = (driver: AlarmDriver): Promise<string> => driver.person(driver.rehearsal.owners.demo.sub);

/** Adds a webhook at an address that no host can have (RFC 5737). A failed try counts as a try too. */
async function addWebhook(driver: AlarmDriver): Promise<string> {
  const json = { url: "https://203.0.113.9/", event_types: ["notification.sent"] };
  const { status, body } = await driver.ask(PATH, { method: "POST", bearer: await owner(driver), json });
  if (status !== 201) throw new Error(`a webhook is answered ${status}`);
  return saved.parse(body).id;
}

/**
 * Waits until the webhook's event has been tried, and then deletes the webhook. Messages that the queue gives up
 * meanwhile are moved back.
 */
async function tried(driver: AlarmDriver, id: string): Promise<void> {
  const bearer = await owner(driver);
  await driver.minutesUntil("the event is tried", async () => {
    await driver.moveBack(DEAD_LETTERS, QUEUE_NAME);
    const { body } = await driver.ask(`${PATH}/${id}/deliveries`, { bearer });
    return log.parse(body).deliveries.length > 0;
  });
  await driver.ask(`${PATH}/${id}`, { method: "DELETE", bearer });
}

/** These faults happen between the feed and the receivers of webhooks. */
export const webhookFaults: readonly Fault[] = [
  {
    what: "the tables do not answer the worker of webhooks",
    rings: ["DeliverWebhooksErrors"],
    signs: [{ fn: DELIVER, says: ["queue.record_failed", "messageId"] }],
    async cause(driver) {
      const id = await addWebhook(driver);
      driver.down("tables", DELIVER);
      await driver.email("posted-late@example.test");
      return id;
    },
    recover: tried,
  },
  {
    what: "nobody reads the queue of webhooks",
    rings: ["WebhooksQueueAge"],
    signs: [],
    async cause(driver) {
      const id = await addWebhook(driver);
      await driver.stopReading(QUEUE_NAME);
      await driver.email("posted-later@example.test");
      await driver.until("the webhook's message is queued", () => driver.count(QUEUE_NAME) > 0);
      await driver.pass(15);
      return id;
    },
    recover: tried,
  },
  {
    what: "the worker of webhooks dies of a message",
    rings: ["DeliverWebhooksErrors", "WebhooksQueueDepth"],
    signs: [{ fn: DELIVER, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(driver) {
      // A deleted webhook's next try may still be planned.
      await driver.untilEmpty(QUEUE_NAME);
      const id = await addWebhook(driver);
      driver.crash(DELIVER);
      await driver.email("posted-at-last@example.test");
      await driver.receivedInVain(QUEUE_NAME, QUEUE);
      return id;
    },
    async recover(driver, id) {
      const moved = await driver.moveBack(DEAD_LETTERS, QUEUE_NAME);
      if (moved === 0) throw new Error("no dead letter was moved back");
      await tried(driver, id);
      // The sweep sent more messages for the same webhook while every message ended the worker.
      await driver.minutesUntil("the last of its messages has ended", async () => {
        await driver.takeAll(DEAD_LETTERS);
        return driver.count(QUEUE_NAME) + driver.count(DEAD_LETTERS) === 0;
      });
    },
  },
];
