import type { Fault } from "./fault.ts";
import type { Hands } from "./hands.ts";

const DELIVER = "DeliverNotificationFunction";
const ERRORS = ["DeliverNotificationErrors", "DeliverNotificationNewCodeErrors"];
/** The delivery queue's visibility timeout (AWS's rule: six times the function's minute) and its limit of receives. */
const HIDDEN_MINUTES = 6;
const RECEIVES = 5;

const sent = (hands: Hands, id: string): Promise<void> =>
  hands.minutesUntil(`${id} is sent`, async () => (await hands.status(id)) === "sent");

/** Faults between acceptance and the mail server. */
export const deliveryFaults: readonly Fault[] = [
  {
    what: "the tables do not answer the delivery worker",
    rings: ERRORS,
    signs: [{ fn: DELIVER, says: ["notification.not_tried", '"level":"ERROR"'] }],
    async cause(hands) {
      hands.down("tables", DELIVER);
      return hands.email("outage@example.test");
    },
    recover: sent,
  },
  {
    what: "nobody reads the delivery queue",
    rings: ["DeliveryQueueAge"],
    signs: [],
    async cause(hands) {
      await hands.stopReading("DeliveryQueue");
      const id = await hands.email("late@example.test");
      await hands.pass(25);
      return id;
    },
    recover: sent,
  },
  {
    what: "the delivery worker dies of a message, and the tables do not answer what reads dead letters",
    rings: [...ERRORS, "DeliveryQueueDepth", "DeadLetterErrors"],
    signs: [
      { fn: DELIVER, says: ["platform.report", "Runtime.ExitError"] },
      { fn: "DeadLetterFunction", says: ["queue.record_failed"] },
    ],
    async cause(hands) {
      hands.crash(DELIVER);
      hands.down("tables", "DeadLetterFunction");
      const id = await hands.email("poison@example.test");
      await hands.receivedInVain("DeliveryQueue", { receives: RECEIVES, hiddenMinutes: HIDDEN_MINUTES });
      return id;
    },
    async recover(hands, waiting) {
      await hands.minutesUntil("the notification is failed", async () => (await hands.status(waiting)) === "failed");
      const listed = await hands.rehearsal.operator.run("dead-letters", "list", "--json");
      if (!listed.includes(waiting)) throw new Error(`dead-letters list does not name ${waiting}: ${listed}`);
      const redriven = await hands.rehearsal.operator.run("dead-letters", "redrive", "--yes", "--json");
      if (!redriven.replaceAll(" ", "").includes('"redriven":1'))
        throw new Error(`dead-letters redrive says ${redriven}`);
      await sent(hands, waiting);
    },
  },
];
