import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import { route } from "../../edge/contract/route.ts";

const MOST_SECONDS = 31_536_000;
const advanceError = `advance_seconds must be an integer from 1 to ${MOST_SECONDS}`;

const clockView = z.strictObject({ now: timestamp, advanced_seconds: z.int() }).meta({ id: "TestClock" });

interface ShownClock {
  readonly advancedSeconds: number;
}

/** `nowMs` is the owner's test time in epoch milliseconds. */
export const toClockView = ({ advancedSeconds }: ShownClock, nowMs: number): z.input<typeof clockView> => ({
  now: new Date(nowMs).toISOString(),
  advanced_seconds: advancedSeconds,
});

const advanceRequest = z
  .strictObject({
    advance_seconds: z
      .int({ error: advanceError })
      .min(1, { error: advanceError })
      .max(MOST_SECONDS, { error: advanceError }),
  })
  .meta({ id: "TestClockAdvance" });

const reading = {
  group: "sandbox",
  method: "GET",
  success: { status: 200, schema: clockView },
  uses: [],
  impact: "owners cannot see or move the clock of their test mode",
} as const;

const moving = {
  ...reading,
  method: "POST",
  body: advanceRequest,
  uses: ["sandbox-queue:send"],
} as const;

export const getTestClock = route({
  ...reading,
  operationId: "getTestClock",
  summary: "Read the test clock",
  path: "/api/v1/sandbox/clock",
  auth: ["api-key"],
  refusals: ["invalid_request", "unauthorized", "test_key_required"],
});

export const getPanelTestClock = route({
  ...reading,
  operationId: "getPanelTestClock",
  summary: "Read the test clock for the panel",
  path: "/panel/api/sandbox/clock",
  auth: ["access-token"],
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
});

export const advanceTestClock = route({
  ...moving,
  operationId: "advanceTestClock",
  summary: "Move the test clock ahead",
  path: "/api/v1/sandbox/clock",
  auth: ["api-key"],
  refusals: ["invalid_request", "unauthorized", "test_key_required", "clock_limit"],
});

export const advancePanelTestClock = route({
  ...moving,
  operationId: "advancePanelTestClock",
  changes: "nothing",
  summary: "Move the test clock ahead from the panel",
  path: "/panel/api/sandbox/clock",
  auth: ["access-token"],
  refusals: ["invalid_request", "unauthorized", "insufficient_scope", "clock_limit"],
});
