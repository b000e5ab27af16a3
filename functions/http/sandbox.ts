import { anyCredentialServices } from "../../shared/conversations/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { advanceClock } from "../../shared/sandbox/advance-clock.ts";
import * as clocks from "../../shared/sandbox/contract/clock.ts";
import { testClockServices } from "../../shared/sandbox/wiring.ts";

type ClockServices = ReturnType<typeof testClockServices>;

const readClock = async ({ testClocks, clock }: ClockServices, { owner }: { readonly owner: Owner }) =>
  clocks.toClockView(await testClocks.of(owner), clock.now());

async function moveClock(
  deps: ClockServices,
  { owner, body }: { readonly owner: Owner; readonly body: { readonly advance_seconds: number } },
) {
  const { clock, nowMs } = await advanceClock(deps, owner, body.advance_seconds);
  return clocks.toClockView(clock, nowMs);
}

export const handler = httpFunction(anyCredentialServices, [
  operation(clocks.getTestClock, readClock, testClockServices),
  operation(clocks.getPanelTestClock, readClock, testClockServices),
  operation(clocks.advanceTestClock, moveClock, testClockServices),
  operation(clocks.advancePanelTestClock, moveClock, testClockServices),
]);
