import { sendMessage } from "../send-message.ts";
import type { AlarmDriver } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

const RECEIVE = "ReceiveReturnedMailFunction";
const QUEUE = "ReturnedMailQueue";
/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queue. */
const RETURNED = { hiddenMinutes: 3, receives: 8 };

/** Sends what SES says of a stored mail. Nobody stored one, so a working function drops it. */
async function comesBack(driver: AlarmDriver): Promise<string> {
  const receipt = { recipients: ["b@bounces.example.com"], action: { type: "S3", objectKey: "returned/nowhere" } };
  const { queues } = driver.rehearsal.standIns;
  await sendMessage(queues.queueUrl(driver.queueName(QUEUE)), JSON.stringify({ receipt }));
  return QUEUE;
}

const taken = (driver: AlarmDriver): Promise<void> => driver.untilEmpty(QUEUE);

/** These faults happen between a mail that came back and its notification. */
export const returnedMailFaults: readonly Fault[] = [
  {
    what: "the bucket does not answer what takes mails back",
    rings: ["ReceiveReturnedMailErrors"],
    signs: [{ fn: RECEIVE, says: ["queue.record_failed"] }],
    cause(driver) {
      driver.down("objects", RECEIVE);
      return comesBack(driver);
    },
    recover: taken,
  },
  {
    what: "nobody reads the queue of mails that came back",
    rings: ["ReturnedMailQueueAge"],
    signs: [],
    async cause(driver) {
      await driver.untilEmpty(QUEUE);
      await driver.stopReading(QUEUE);
      await comesBack(driver);
      await driver.pass(40);
      return QUEUE;
    },
    recover: taken,
  },
  {
    what: "what takes mails back dies of one",
    rings: ["ReceiveReturnedMailErrors", "ReturnedMailQueueDepth"],
    signs: [{ fn: RECEIVE, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(driver) {
      await driver.untilEmpty(QUEUE);
      driver.crash(RECEIVE);
      await comesBack(driver);
      await driver.receivedInVain(QUEUE, RETURNED);
      return QUEUE;
    },
    async recover(driver) {
      await driver.moveBack("ReturnedMailQueueDeadLetters", QUEUE);
      await taken(driver);
    },
  },
];
