import type { Fault } from "./fault.ts";

const ANNOUNCE = "AnnounceChangesFunction";
const DIED = [{ fn: ANNOUNCE, says: ["platform.report", "Runtime.ExitError"] }];
/** Longer than changes may be late. */
const LATE_MINUTES = 7;
/** Longer than DynamoDB keeps a change. */
const FORGOTTEN_HOURS = 25;

/** Between a change of a table and what it announces. */
export const streamFaults: readonly Fault[] = [
  {
    what: "the function that announces changes dies of them",
    rings: ["AnnounceChangesErrors", "AnnounceChangesStreamAge"],
    signs: DIED,
    async cause(hands) {
      hands.crash(ANNOUNCE);
      await hands.email("announced-late@example.test");
      await hands.until("the crash is counted", () => hands.rung.has("AnnounceChangesErrors"));
      await hands.pass(LATE_MINUTES);
      return "";
    },
    recover: (hands) => hands.untilChangesAreProcessed(),
  },
  {
    what: "the function that announces changes dies of them for a day",
    rings: ["AnnounceChangesErrors", "AnnounceChangesStreamAge", "AnnounceChangesDestinationDepth"],
    signs: DIED,
    async cause(hands) {
      hands.crash(ANNOUNCE);
      await hands.email("never-announced@example.test");
      await hands.until("the crash is counted", () => hands.rung.has("AnnounceChangesErrors"));
      await hands.pass(LATE_MINUTES);
      await hands.until("the changes are late", () => hands.rung.has("AnnounceChangesStreamAge"));
      hands.ageChanges(FORGOTTEN_HOURS);
      return "";
    },
    async recover(hands) {
      await hands.untilChangesAreProcessed();
      const bodies = await hands.takeAll("AnnounceChangesDestinationDeadLetters");
      if (!bodies.every((body) => body.includes("DDBStreamBatchInfo")))
        throw new Error(`the destination has other messages than Lambda's: ${bodies.join(" ")}`);
    },
  },
];
