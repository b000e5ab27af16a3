import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { aheadMs, inTimeAhead } from "../../../shared/kernel/owners-time.ts";
import { testOwnerOf } from "../../../shared/kernel/test-mode.ts";
import type { DeliveryMessage } from "../../../shared/notifications/contract/messages.ts";
import { AccountBacklog } from "../../../shared/notifications/deliver/account-backlog.ts";
import { deliverNotification } from "../../../shared/notifications/deliver/deliver-notification.ts";
import type { Status } from "../../../shared/notifications/domain/notification.ts";
import { sweepOwn } from "../../../shared/notifications/sweep/sweep-own.ts";
import { aPatientLimiter } from "../../support/a-patient-limiter.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aNotification, anEmail } from "../../support/builders.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { inMemoryDeadLetterStore } from "../../support/in-memory-dead-letter-store.ts";
import { inMemoryNotificationStore } from "../../support/in-memory-notification-store.ts";
import { sequentialIdentifiers } from "../../support/sequential-identifiers.ts";
import { countingMetrics, silentLog } from "../../support/silent-telemetry.ts";

const MINUTE = 60;
const DAY = 86_400;
/** So far the world passes from one look at its queue to the next. */
const STEP_SECONDS = 15;
/** Every retry, lease and sweep of what is left comes within this time. */
const SETTLED_SECONDS = 3 * 3600;
const ACCOUNT = "3f1c1c9e-0b0e-4f7e-9d8a-1f0d5f6c2b11";

type Deed =
  | { readonly kind: "send"; readonly defers: number; readonly inSeconds: number }
  | { readonly kind: "move"; readonly seconds: number }
  /** What is on the queue is lost. With `dies`, a worker that has claimed a message dies as well. */
  | { readonly kind: "kill"; readonly dies: boolean };

const deeds = fc.array(
  fc.oneof(
    fc.record({
      kind: fc.constant("send" as const),
      defers: fc.integer({ min: 0, max: 6 }),
      inSeconds: fc.oneof(
        fc.constant(0),
        fc.integer({ min: 1, max: 20 * MINUTE }),
        fc.integer({ min: 1, max: 2 * DAY }),
      ),
    }),
    fc.record({
      kind: fc.constant("move" as const),
      seconds: fc.oneof(
        fc.integer({ min: 1, max: 3 * MINUTE }),
        fc.integer({ min: 1, max: 20 * MINUTE }),
        fc.integer({ min: 1, max: 3 * DAY }),
      ),
    }),
    fc.record({ kind: fc.constant("kill" as const), dies: fc.boolean() }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** An owner of test mode with a queue, a worker and a sweep. Test time is `aheadSeconds` ahead of real time. */
function world() {
  const realClock = fakeClock();
  let movedMs = 0;
  const clock = { now: () => realClock.now() + aheadMs() };
  const store = inMemoryNotificationStore({ clock, realClock });
  let queue: { readonly message: DeliveryMessage; readonly atMs: number }[] = [];
  const owner = testOwnerOf(anOwner());
  const defersLeft = new Map<string, number>();
  const taken: string[] = [];
  const late: (string | undefined)[] = [];
  let isDying = false;
  const deps = {
    notifications: store,
    deliveryQueue: {
      async enqueue(message: DeliveryMessage, delaySeconds = 0) {
        queue.push({ message, atMs: realClock.now() + delaySeconds * 1000 });
      },
    },
    clock,
    backoffBaseSeconds: 30,
    pause: async (ms: number) => realClock.advance(ms),
    identifiers: sequentialIdentifiers(),
    log: silentLog,
    metrics: countingMetrics(),
    deadLetters: inMemoryDeadLetterStore(),
    limiter: aPatientLimiter(async () => undefined),
    backlog: new AccountBacklog({ notifications: store, log: silentLog, clock: realClock }),
    channels: {
      email: {
        async send({ id }: { readonly id: string }, acquire: () => Promise<unknown>) {
          await acquire();
          // The worker dies before it asks the provider: nobody records the attempt.
          if (isDying) return new Promise<never>(() => undefined);
          const left = defersLeft.get(id) ?? 0;
          if (left > 0) {
            defersLeft.set(id, left - 1);
            return { kind: "failed", isTerminal: false, cause: "451 later" } as const;
          }
          taken.push(id);
          return { kind: "sent" } as const;
        },
      },
      chat: { send: () => Promise.reject(new Error("no chat here")) },
    },
  };
  const takeReady = () => {
    const ready = queue.filter(({ atMs }) => atMs <= realClock.now());
    queue = queue.filter((one) => !ready.includes(one));
    return ready;
  };
  /** Works until nothing is ready: what a move has passed follows at once. */
  const work = async (): Promise<void> => {
    for (let ready = takeReady(); ready.length > 0; ready = takeReady())
      for (const { message } of ready) {
        const done = deliverNotification(deps, message);
        await (isDying ? Promise.race([done, new Promise((resolve) => setImmediate(resolve))]) : done);
      }
  };
  const sweep = () => sweepOwn(deps, owner, { most: 100 });
  /** Real time passes, with work all the time and a sweep every minute. */
  const pass = async (seconds: number): Promise<void> => {
    for (let passed = 0; passed < seconds; passed += STEP_SECONDS) {
      realClock.advance(Math.min(STEP_SECONDS, seconds - passed) * 1000);
      await work();
      if (Math.floor(passed / MINUTE) !== Math.floor((passed + STEP_SECONDS) / MINUTE)) await sweep();
    }
  };
  let count = 0;
  const send = async ({ defers, inSeconds }: Extract<Deed, { kind: "send" }>): Promise<void> => {
    const id = `01980000-0000-7000-8000-${String(count++).padStart(12, "0")}`;
    defersLeft.set(id, defers);
    const createdAt = new Date(clock.now()).toISOString();
    const sendAt = inSeconds === 0 ? undefined : new Date(clock.now() + inSeconds * 1000).toISOString();
    const notification = aNotification({ owner, id, accountId: ACCOUNT, createdAt, ...(sendAt && { sendAt }) });
    const added = await store.add(notification, anEmail());
    if (added?.delaySeconds !== undefined)
      await deps.deliveryQueue.enqueue({ owner, id, accountId: ACCOUNT, dueAt: added.dueAt }, added.delaySeconds);
    await work();
  };
  const kill = async (dies: boolean): Promise<void> => {
    isDying = dies;
    await work();
    isDying = false;
    queue = [];
  };
  const listAll = () => store.listRecent(owner, { limit: 200 });
  /** What a move makes due is put on the queue and leaves. */
  const afterMove = async (): Promise<void> => {
    await sweep();
    const moved = clock.now();
    await pass(STEP_SECONDS);
    const all = await listAll();
    const left = all.map(({ id }) => store.stored({ owner, id })).filter((one) => one?.status === "pending");
    late.push(...left.filter((one) => (one?.nextAt ?? 0) <= moved).map((one) => one?.id));
  };
  const inOwnersTime = <T>(act: () => Promise<T>): Promise<T> => inTimeAhead(movedMs, act);
  return {
    taken,
    /** What was still waiting a quarter of a minute after a move had made it due. */
    late,
    pass: (seconds: number) => inOwnersTime(() => pass(seconds)),
    send: (deed: Extract<Deed, { kind: "send" }>) => inOwnersTime(() => send(deed)),
    kill: (dies: boolean) => inOwnersTime(() => kill(dies)),
    /** Moves the clock, as the request and the message after it do. */
    async move(seconds: number) {
      movedMs += seconds * 1000;
      await inOwnersTime(afterMove);
    },
    ends: (): Promise<readonly (readonly [Status | undefined, number])[]> =>
      inOwnersTime(async () => (await listAll()).map(({ status, attempts }) => [status, attempts] as const)),
  };
}

async function played(all: readonly Deed[], passes: "moved" | "waited") {
  const here = world();
  for (const deed of all) {
    if (deed.kind === "send") await here.send(deed);
    else if (deed.kind === "kill") await here.kill(deed.dies);
    else if (passes === "moved") await here.move(deed.seconds);
    else await here.pass(deed.seconds);
  }
  const longest = SETTLED_SECONDS + 2 * DAY;
  if (passes === "waited") await here.pass(longest);
  else {
    // One move brings all that was to come. Leases end in real time: what a dead worker had is free after some of it.
    await here.move(longest);
    if (all.every(({ kind }) => kind !== "kill"))
      expect((await here.ends()).filter(([status]) => status === "pending" || status === "processing")).toEqual([]);
    await here.pass(20 * MINUTE);
    await here.move(longest);
    await here.pass(20 * MINUTE);
    await here.move(longest);
  }
  return { ends: await here.ends(), taken: here.taken.toSorted(), late: here.late };
}

describe("test time (D48e)", () => {
  it("brings every sequence of sends, moves and kills to the end that it has in real time", async () => {
    await fc.assert(
      fc.asyncProperty(deeds, async (all) => {
        const moved = await played(all, "moved");
        expect(moved).toEqual(await played(all, "waited"));
        expect(moved.late).toEqual([]);
        expect(new Set(moved.taken).size).toBe(moved.taken.length);
      }),
      { numRuns: 100 },
    );
  }, 120_000);
});
