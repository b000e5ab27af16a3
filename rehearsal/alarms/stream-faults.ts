import type { Fault } from "./fault.ts";

const FN = "AnnounceAndCountFunction";
const [ERRORS, AGE, DEPTH] = [
  "AnnounceAndCountErrors",
  "AnnounceAndCountStreamAge",
  "AnnounceAndCountDestinationDepth",
];
const SIGNS = [{ fn: FN, says: ["platform.report", "Runtime.ExitError"] }];
/** The alarm on late changes rings before this. */
const LATE_MINUTES = 7;
/** DynamoDB forgets a change before this. */
const FORGOTTEN_HOURS = 25;

/** Faults between a change of a table and its consequences. */
export const streamFaults: readonly Fault[] = [
  {
    what: "the function that announces and counts changes dies of them",
    rings: [ERRORS, AGE],
    signs: SIGNS,
    async cause(hands) {
      hands.crash(FN);
      await hands.email("announced-late@example.test");
      await hands.until("the crash is counted", () => hands.rung.has(ERRORS));
      await hands.pass(LATE_MINUTES);
      return "";
    },
    recover: (hands) => hands.untilChangesAreProcessed(),
  },
  {
    what: "the function that announces and counts changes dies of them for a day",
    rings: [ERRORS, AGE, DEPTH],
    signs: SIGNS,
    async cause(hands) {
      hands.crash(FN);
      await hands.email("never-announced@example.test");
      await hands.until("the crash is counted", () => hands.rung.has(ERRORS));
      await hands.pass(LATE_MINUTES);
      await hands.until("the changes are late", () => hands.rung.has(AGE));
      hands.ageChanges(FORGOTTEN_HOURS);
      return "";
    },
    async recover(hands) {
      await hands.untilChangesAreProcessed();
      const bodies = await hands.takeAll("AnnounceAndCountDestinationDeadLetters");
      if (!bodies.every((body) => body.includes("DDBStreamBatchInfo")))
        throw new Error(`the destination has other messages than Lambda's: ${bodies.join(" ")}`);
    },
  },
];
