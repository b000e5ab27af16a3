import type { Fault } from "./fault.ts";

/** The functions of streams, by the beginning of their names in the template. */
const READERS = [
  { name: "AnnounceChanges", does: "announces", to: "announced" },
  { name: "CountNotifications", does: "counts", to: "counted" },
] as const;
/** Longer than changes may be late. */
const LATE_MINUTES = 7;
/** Longer than DynamoDB keeps a change. */
const FORGOTTEN_HOURS = 25;

/** Between a change of a table and what follows from it. */
export const streamFaults: readonly Fault[] = READERS.flatMap(({ name, does, to }) => {
  const fn = `${name}Function`;
  const [errors, age, depth] = [`${name}Errors`, `${name}StreamAge`, `${name}DestinationDepth`];
  const signs = [{ fn, says: ["platform.report", "Runtime.ExitError"] }];
  return [
    {
      what: `the function that ${does} changes dies of them`,
      rings: [errors, age],
      signs,
      async cause(hands) {
        hands.crash(fn);
        await hands.email(`${to}-late@example.test`);
        await hands.until("the crash is counted", () => hands.rung.has(errors));
        await hands.pass(LATE_MINUTES);
        return "";
      },
      recover: (hands) => hands.untilChangesAreProcessed(),
    },
    {
      what: `the function that ${does} changes dies of them for a day`,
      rings: [errors, age, depth],
      signs,
      async cause(hands) {
        hands.crash(fn);
        await hands.email(`never-${to}@example.test`);
        await hands.until("the crash is counted", () => hands.rung.has(errors));
        await hands.pass(LATE_MINUTES);
        await hands.until("the changes are late", () => hands.rung.has(age));
        hands.ageChanges(FORGOTTEN_HOURS);
        return "";
      },
      async recover(hands) {
        await hands.untilChangesAreProcessed();
        const bodies = await hands.takeAll(`${name}DestinationDeadLetters`);
        if (!bodies.every((body) => body.includes("DDBStreamBatchInfo")))
          throw new Error(`the destination has other messages than Lambda's: ${bodies.join(" ")}`);
      },
    },
  ] satisfies readonly Fault[];
});
