import type { OperationTable } from "./operation-guide.ts";

const READ_CLOCK = "The test time of the owner, and by how many seconds it is ahead of real time.";
const MOVE_CLOCK =
  "Moves the owner's test time ahead. What becomes due by that happens within seconds: retries, scheduled sends, windows, expiries. Test time runs on and never goes back; moves at the same moment add up.";

/** The operations of test mode. */
export const SANDBOX_OPERATIONS: OperationTable = {
  getTestClock: { section: "Sandbox", description: READ_CLOCK },
  getPanelTestClock: { section: "Panel: sandbox", description: READ_CLOCK },
  advanceTestClock: { section: "Sandbox", description: MOVE_CLOCK, bodies: { "A day": { advance_seconds: 86_400 } } },
  advancePanelTestClock: {
    section: "Panel: sandbox",
    description: MOVE_CLOCK,
    bodies: { "A day": { advance_seconds: 86_400 } },
  },
};
