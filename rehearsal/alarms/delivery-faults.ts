import type { AlarmDriver } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

const DELIVER = "DeliverNotificationFunction";
const ERRORS = ["DeliverNotificationErrors", "DeliverNotificationNewCodeErrors"];
/**
 * The visibility timeout of the delivery queue follows AWS's rule: six times the function's minute, and the window in
 * addition. These are whole minutes that exceed it. The receives are the limit of the queue.
 */
const HIDDEN_MINUTES = 7;
const RECEIVES = 5;

const sent = (driver: AlarmDriver, id: string): Promise<void> =>
  driver.minutesUntil(`${id} is sent`, async () => (await driver.status(id)) === "sent");

/** These faults happen between acceptance and the mail server. */
export const deliveryFaults: readonly Fault[] = [
  {
    what: "the tables do not answer the delivery worker",
    rings: ERRORS,
    signs: [{ fn: DELIVER, says: ["notification.not_tried", '"level":"ERROR"'] }],
    async cause(driver) {
      driver.down("tables", DELIVER);
      return driver.email("outage@example.test");
    },
    recover: sent,
  },
  {
    what: "nobody reads the delivery queue",
    rings: ["DeliveryQueueAge"],
    signs: [],
    async cause(driver) {
      await driver.stopReading("DeliveryQueue");
      const id = await driver.email("late@example.test");
      await driver.pass(25);
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
    async cause(driver) {
      await driver.untilEmpty("DeliveryQueue");
      driver.crash(DELIVER);
      driver.down("tables", "DeadLetterFunction");
      const id = await driver.email("poison@example.test");
      await driver.receivedInVain("DeliveryQueue", { receives: RECEIVES, hiddenMinutes: HIDDEN_MINUTES });
      return id;
    },
    async recover(driver, waiting) {
      let status = "";
      await driver.minutesUntil("the notification has ended", async () => {
        status = await driver.status(waiting);
        return status === "failed" || status === "sent";
      });
      // The sweep may have put the notification back on the queue meanwhile. If the worker takes that message before the dead letter is
      // read, the notification is sent, and there is nothing to put back.
      if (status === "sent") return;
      const listed = await driver.rehearsal.operator.run("dead-letters", "list", "--json");
      if (!listed.includes(waiting)) throw new Error(`dead-letters list does not name ${waiting}: ${listed}`);
      const redriven = await driver.rehearsal.operator.run("dead-letters", "redrive", "--yes", "--json");
      if (!redriven.replaceAll(" ", "").includes('"redriven":1'))
        throw new Error(`dead-letters redrive says ${redriven}`);
      await sent(driver, waiting);
    },
  },
];
