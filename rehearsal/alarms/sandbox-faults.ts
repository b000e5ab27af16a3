import type { AlarmDriver } from "./alarm-driver.ts";
import type { Fault } from "./fault.ts";

const APPLY = "ApplySandboxEffectsFunction";
const QUEUE = "SandboxQueue";
/** The visibility timeout follows AWS's rule of six function timeouts. The receives are the limit of the queue. */
const EFFECT = { hiddenMinutes: 6, receives: 5 };

/** Moves the clock of an owner's test mode, which puts a message on the queue. */
async function moveClock(driver: AlarmDriver): Promise<string> {
  const asked = { method: "POST", bearer: await driver.person("demo"), json: { advance_seconds: 1 } };
  const { status, body } = await driver.ask("/panel/api/sandbox/clock", asked);
  if (status !== 200) throw new Error(`a move of the clock is answered ${status}: ${JSON.stringify(body)}`);
  return QUEUE;
}

const applied = (driver: AlarmDriver): Promise<void> => driver.untilEmpty(QUEUE);

/** These faults happen between a request of test mode and its effects. */
export const sandboxFaults: readonly Fault[] = [
  {
    what: "the tables do not answer what applies effects of test mode",
    rings: ["ApplySandboxEffectsErrors"],
    signs: [{ fn: APPLY, says: ["queue.record_failed"] }],
    cause(driver) {
      driver.down("tables", APPLY);
      return moveClock(driver);
    },
    recover: applied,
  },
  {
    what: "nobody reads the queue of test mode",
    rings: ["SandboxQueueAge"],
    signs: [],
    async cause(driver) {
      await driver.untilEmpty(QUEUE);
      await driver.stopReading(QUEUE);
      await moveClock(driver);
      await driver.pass(15);
      return QUEUE;
    },
    recover: applied,
  },
  {
    what: "what applies effects of test mode dies of one",
    rings: ["ApplySandboxEffectsErrors", "SandboxQueueDepth"],
    signs: [{ fn: APPLY, says: ["platform.report", "Runtime.ExitError"] }],
    async cause(driver) {
      await driver.untilEmpty(QUEUE);
      driver.crash(APPLY);
      await moveClock(driver);
      await driver.receivedInVain(QUEUE, EFFECT);
      return QUEUE;
    },
    async recover(driver) {
      await driver.moveBack("SandboxQueueDeadLetters", QUEUE);
      await applied(driver);
    },
  },
];
