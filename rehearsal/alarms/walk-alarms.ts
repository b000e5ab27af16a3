import type { Rehearsal } from "../rehearsal.ts";
import { AlarmDriver } from "./alarm-driver.ts";
import { chatFaults } from "./chat-faults.ts";
import { deliveryFaults } from "./delivery-faults.ts";
import type { Fault, Sign } from "./fault.ts";
import { requestFaults } from "./request-faults.ts";
import { returnedMailFaults } from "./returned-mail-faults.ts";
import { sandboxFaults } from "./sandbox-faults.ts";
import { scheduleFaults } from "./schedule-faults.ts";
import { streamFaults } from "./stream-faults.ts";
import { webhookFaults } from "./webhook-faults.ts";

export const faults: readonly Fault[] = [
  ...requestFaults,
  ...deliveryFaults,
  ...chatFaults,
  ...returnedMailFaults,
  ...sandboxFaults,
  ...streamFaults,
  ...webhookFaults,
  ...scheduleFaults,
];

/** The clock is advanced by at most this many minutes. The longest alarm looks at two periods of two hours. */
const LONGEST_MINUTES = 250;

/**
 * Causes each fault. Checks that exactly its alarms ring, that the log says what the runbook promises, and that
 * everything works after the repair.
 */
export async function walkAlarms(
  rehearsal: Rehearsal,
  all: readonly Fault[],
  say: (line: string) => void,
): Promise<void> {
  const driver = new AlarmDriver(rehearsal);
  const failures: string[] = [];
  for (const fault of all) {
    await silence(driver);
    const written = rehearsal.instruments.written;
    try {
      await one(driver, fault, written);
    } catch (cause) {
      const why = cause instanceof Error ? cause.message : String(cause);
      failures.push(`${fault.what}: ${why}; rung: ${[...driver.rung].join(", ")}`);
      say(`FAILED  ${failures.at(-1)}`);
      driver.mend();
      continue;
    }
    say(`ok  ${fault.what}: ${fault.rings.join(", ")}`);
  }
  if (failures.length > 0)
    throw new Error(`${failures.length} faults are not as the runbook has them: ${failures.join("; ")}`);
}

async function one(driver: AlarmDriver, fault: Fault, written: number): Promise<void> {
  const waiting = await fault.cause(driver);
  await driver.until(`${fault.rings.join(", ")} ring`, () => fault.rings.every((name) => driver.rung.has(name)));
  for (const sign of fault.signs)
    await driver.until(`${sign.fn} says ${sign.says.join(" ")}`, () => isSaid(driver, sign, written));
  // This check comes last, so that it also notices alarms which ring later.
  const more = [...driver.rung].filter((name) => !fault.rings.includes(name));
  if (more.length > 0) throw new Error(`${more.join(", ")} ring besides`);
  driver.mend();
  await fault.recover(driver, waiting);
  await silence(driver);
}

function isSaid(driver: AlarmDriver, { fn, says }: Sign, written: number): boolean {
  const name = driver.functionName(fn);
  return driver.rehearsal.instruments
    .linesAfter(written)
    .some(({ functionName, line }) => functionName === name && says.every((one) => line.includes(one)));
}

/** Advances the clock until no alarm rings. */
async function silence(driver: AlarmDriver): Promise<void> {
  let left = LONGEST_MINUTES;
  while (driver.rehearsal.ringing().length > 0) {
    if (left === 0)
      throw new Error(`after ${LONGEST_MINUTES} minutes these ring: ${driver.rehearsal.ringing().join(", ")}`);
    left -= 1;
    await driver.rehearsal.pass(1);
  }
  driver.forget();
}
