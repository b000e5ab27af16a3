import * as z from "zod";
import type { Fault } from "./fault.ts";
import type { Hands } from "./hands.ts";

const DELIVER = "DeliverWebhooksFunction";
const DEAD_LETTERS = "WebhooksQueueDeadLetters";
const PATH = "/api/v1/webhooks";
/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queue. */
const QUEUE = { hiddenMinutes: 5, receives: 5 };

const saved = z.looseObject({ id: z.string() });
const log = z.looseObject({ deliveries: z.array(z.unknown()) });

const owner = (hands: Hands): Promise<string> => hands.person(hands.rehearsal.owners.demo.sub);

/** No host can have this address (RFC 5737), but a failed try counts as a try. */
async function addWebhook(hands: Hands): Promise<string> {
  const json = { url: "https://203.0.113.9/", event_types: ["notification.sent"] };
  const { status, body } = await hands.ask(PATH, { method: "POST", bearer: await owner(hands), json });
  if (status !== 201) throw new Error(`a webhook is answered ${status}`);
  return saved.parse(body).id;
}

/** Waits until the webhook's event has been tried, and then deletes the webhook. */
async function tried(hands: Hands, id: string): Promise<void> {
  const bearer = await owner(hands);
  await hands.minutesUntil("the event is tried", async () => {
    const { body } = await hands.ask(`${PATH}/${id}/deliveries`, { bearer });
    return log.parse(body).deliveries.length > 0;
  });
  await hands.ask(`${PATH}/${id}`, { method: "DELETE", bearer });
}

/** Faults between the feed and the receivers of webhooks. */
export const webhookFaults: readonly Fault[] = [
  {
    what: "the tables do not answer the worker of webhooks",
    rings: ["DeliverWebhooksErrors"],
    signs: [{ fn: DELIVER, says: ["queue.record_failed", "messageId"] }],
    async cause(hands) {
      const id = await addWebhook(hands);
      hands.down("tables", DELIVER);
      await hands.email("posted-late@example.test");
      return id;
    },
    recover: tried,
  },
  {
    what: "nobody reads the queue of webhooks",
    rings: ["WebhooksQueueAge"],
    signs: [],
    async cause(hands) {
      const id = await addWebhook(hands);
      await hands.stopReading("WebhooksQueue");
      await hands.email("posted-later@example.test");
      await hands.until("the webhook's message is queued", () => hands.count("WebhooksQueue") > 0);
      await hands.pass(15);
      return id;
    },
    recover: tried,
  },
  {
    what: "the worker of webhooks dies of a message",
    rings: ["DeliverWebhooksErrors", "WebhooksQueueDepth"],
    signs: [{ fn: DELIVER, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(hands) {
      const id = await addWebhook(hands);
      hands.crash(DELIVER);
      await hands.email("posted-at-last@example.test");
      await hands.receivedInVain("WebhooksQueue", QUEUE);
      return id;
    },
    async recover(hands, id) {
      const moved = await hands.moveBack(DEAD_LETTERS, "WebhooksQueue");
      if (moved === 0) throw new Error("no dead letter was moved back");
      await tried(hands, id);
      // The sweep sent further messages for the same webhook while the worker died of each.
      await hands.minutesUntil("the last of its messages has ended", async () => {
        await hands.takeAll(DEAD_LETTERS);
        return hands.count("WebhooksQueue") + hands.count(DEAD_LETTERS) === 0;
      });
    },
  },
];
