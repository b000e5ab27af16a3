import { setTimeout as pause } from "node:timers/promises";
import { quantile, rounded } from "../bench-result.ts";
import { inArena, type Match } from "./arena.ts";
import type { Contender } from "./contender.ts";
import type { ContenderName } from "./options.ts";

const UP_MS = 3000;
/** Every contender retries the mails of a dead worker well within this time. */
const SETTLE_MS = 180_000;
const LOOK_EVERY_MS = 500;
const LONG_WAIT_MS = 5000;

export interface KillsRound extends Match {
  readonly kills: number;
  readonly perSecond: number;
}

/**
 * Sends mails at a steady rate while everything except the stores is killed repeatedly. A mail whose answer was lost in
 * a kill does not count.
 */
export async function killsRound(name: ContenderName, { kills, perSecond, ...match }: KillsRound) {
  return inArena(name, match, async (contender, sink) => {
    const acceptedAt = new Map<string, number>();
    await contender.start();
    for (let kill = 0; kill <= kills; kill++) {
      const stream = sendFor(UP_MS, perSecond, (i) => accept(contender, `k+${kill}-${i}@example.test`, acceptedAt));
      await pause(UP_MS);
      if (kill < kills) await contender.kill();
      await stream;
      if (kill < kills) await contender.start();
    }
    const arrivedAll = () => {
      const arrivals = sink.arrivals();
      return [...acceptedAt.keys()].every((to) => arrivals.has(to));
    };
    const last = Date.now() + SETTLE_MS;
    while (!arrivedAll() && Date.now() < last) await pause(LOOK_EVERY_MS);
    return { kills, accepted: acceptedAt.size, ...figuresOf(acceptedAt, sink.arrivals()) };
  });
}

/** Starts each send at its time, whether or not earlier ones were answered. */
async function sendFor(ms: number, perSecond: number, send: (i: number) => Promise<void>): Promise<void> {
  const startAt = Date.now();
  const one = async (i: number) => {
    await pause(Math.max(0, startAt + (i * 1000) / perSecond - Date.now()));
    await send(i);
  };
  await Promise.all(Array.from({ length: Math.floor((ms * perSecond) / 1000) }, (_, i) => one(i)));
}

async function accept(contender: Contender, to: string, acceptedAt: Map<string, number>): Promise<void> {
  const isAccepted = await contender.accept({ to, account: acceptedAt.size, owner: 0 }).then(
    () => true,
    () => false,
  );
  if (isAccepted) acceptedAt.set(to, Date.now());
}

function figuresOf(acceptedAt: ReadonlyMap<string, number>, arrivals: ReadonlyMap<string, readonly number[]>) {
  const waits = [...acceptedAt].flatMap(([to, at]) => (arrivals.get(to) ?? []).slice(0, 1).map((end) => end - at));
  const repeats = [...acceptedAt.keys()].map((to) => Math.max(0, (arrivals.get(to)?.length ?? 0) - 1));
  return {
    lost: acceptedAt.size - waits.length,
    repeated: repeats.reduce((sum, one) => sum + one, 0),
    "waited over 5 s": waits.filter((ms) => ms > LONG_WAIT_MS).length,
    "longest wait s": rounded(waits.reduce((a, b) => Math.max(a, b), 0) / 1000),
    "p50 wait ms": rounded(quantile(waits, 0.5)),
  };
}
