import type { Fault } from "./fault.ts";

const FN = "AnnounceAndCountFunction";
const [ERRORS, AGE, DEPTH] = [
  "AnnounceAndCountErrors",
  "AnnounceAndCountStreamAge",
  "AnnounceAndCountDestinationDepth",
];
const SIGNS = [{ fn: FN, says: ["platform.report", "Runtime.ExitError"] }];
/** After this many minutes the alarm on late changes has rung. */
const LATE_MINUTES = 7;
/** After this many hours DynamoDB has forgotten a change. */
const FORGOTTEN_HOURS = 25;

/** These faults happen between a change of a table and its consequences. */
export const streamFaults: readonly Fault[] = [
  {
    what: "the function that announces and counts changes dies of them",
    rings: [ERRORS, AGE],
    signs: SIGNS,
    async cause(driver) {
      driver.crash(FN);
      await driver.email("announced-late@example.test");
      await driver.until("the crash is counted", () => driver.rung.has(ERRORS));
      await driver.pass(LATE_MINUTES);
      return "";
    },
    recover: (driver) => driver.untilChangesAreProcessed(),
  },
  {
    what: "the function that announces and counts changes dies of them for a day",
    rings: [ERRORS, AGE, DEPTH],
    signs: SIGNS,
    async cause(driver) {
      driver.crash(FN);
      await driver.email("never-announced@example.test");
      await driver.until("the crash is counted", () => driver.rung.has(ERRORS));
      await driver.pass(LATE_MINUTES);
      await driver.until("the changes are late", () => driver.rung.has(AGE));
      driver.ageChanges(FORGOTTEN_HOURS);
      return "";
    },
    async recover(driver) {
      await driver.untilChangesAreProcessed();
      const bodies = await driver.takeAll("AnnounceAndCountDestinationDeadLetters");
      if (!bodies.every((body) => body.includes("DDBStreamBatchInfo")))
        throw new Error(`the destination has other messages than Lambda's: ${bodies.join(" ")}`);
    },
  },
];
