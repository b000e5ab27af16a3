import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ACCEPT_PATHS } from "./accept-paths.ts";
import { DELIVER_PATHS } from "./deliver-paths.ts";
import { type Ending, type FaultPath, faultsOf, isBetweenMailAndRecord } from "./fault-path.ts";
import { type Fault, MODES } from "./fault-plan.ts";
import { type FaultWorld, faultWorld } from "./fault-world.ts";
import { RECOVERY_PATHS } from "./recovery-paths.ts";

const TEST_MS = 120_000;
let runs = 0;

interface Run extends Ending {
  readonly effects: readonly string[];
  readonly struck: string | undefined;
  /** The process threw an error of this name. */
  readonly thrown: string | undefined;
}

/** Runs a path once in a process with or without a fault. The world then continues until it is at rest. */
async function runOf(world: FaultWorld, path: FaultPath, fault?: Fault): Promise<Run> {
  const course = await path.prepare(world, ++runs);
  const process = world.start(fault);
  const { plan } = process;
  const ran = await course.run(process).then(
    (isAccepted) => ({ isAccepted, thrown: undefined }),
    (error: Error) => ({ isAccepted: false, thrown: error.name }),
  );
  process.end();
  await course.afterwards?.();
  const id = course.id();
  const notification = id === undefined ? undefined : await world.settle(id);
  return { ...ran, notification, mails: world.mailsTo(course.to), effects: plan.effects, struck: plan.struck };
}

const DIRECT = /^(Get|Put|Update|BatchGet)Item/;

/**
 * Says whether the SDK repeated a failed direct call, which it does after one ordinary call, so that the effect occurs
 * once more.
 */
function wasLeftToTheSdk(run: Run, { at, mode }: Fault): boolean {
  const [struck = "", ...before] = run.effects.slice(0, at).reverse();
  const isDirect =
    mode === "answer lost to a direct call" && DIRECT.test(struck) && before.some((one) => /Item/.test(one));
  return !isDirect || run.effects.slice(at).includes(struck);
}

function checkEnding(path: FaultPath, fault: Fault, run: Run): void {
  const where = `${fault.mode} at effect ${fault.at}, ${run.struck}`;
  if (fault.of === undefined) expect(wasLeftToTheSdk(run, fault), where).toBe(true);
  const { notification, mails } = run;
  expect(run.struck, where).toBe(fault.of ?? run.effects[fault.at - 1]);
  // The process throws the fault unchanged or handles it, and nothing else.
  expect([undefined, "Died", "TimeoutError"], where).toContain(run.thrown);
  if (notification === undefined) {
    expect([run.isAccepted, mails], `${where}: never stored`).toEqual([false, 0]);
    return;
  }
  const repeats = isBetweenMailAndRecord(path, fault) ? 1 : 0;
  const { status, attempts, maxAttempts, lastError } = notification;
  expect({ status, mails }, where).toEqual({ ...path.ends, mails: path.ends.mails + repeats });
  expect(attempts, where).toBeLessThanOrEqual(maxAttempts);
  if (status === "failed") expect(lastError, where).toMatch(/\S/);
}

describe.each([...ACCEPT_PATHS, ...DELIVER_PATHS, ...RECOVERY_PATHS])("$name", (path) => {
  let world: FaultWorld;
  beforeAll(async () => {
    world = await faultWorld();
  });
  afterAll(() => world.close());

  it("has exactly the effects that the faults below are for", async () => {
    const { effects, notification, mails, thrown } = await runOf(world, path);
    expect(thrown).toBeUndefined();
    const inOrder = (names: readonly string[]) => (path.isInAnyOrder ? names.toSorted() : names);
    expect(inOrder(effects)).toEqual(inOrder(path.effects));
    expect({ status: notification?.status, mails }).toEqual(path.ends);
  });

  it.each(MODES)(
    "ends as it should when any one effect is struck: %s",
    async (mode) => {
      const faults = faultsOf(path, mode);
      expect(faults.length).toBeGreaterThan(2);
      for (const fault of faults) checkEnding(path, fault, await runOf(world, path, fault));
      expect(await world.leftOver()).toEqual({ due: 0, messages: 0 });
    },
    TEST_MS,
  );
});
